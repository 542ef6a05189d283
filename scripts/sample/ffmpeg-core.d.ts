/** The part of @ffmpeg/core (which ships no types) that runs ffmpeg in Node. */
declare module '@ffmpeg/core' {
  interface CoreFileSystem {
    writeFile(path: string, data: Uint8Array, options?: { readonly canOwn?: boolean }): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  }

  interface FfmpegCore {
    readonly FS: CoreFileSystem;
    /** Answers ffmpeg's exit code; it does not throw when ffmpeg fails. */
    exec(...args: readonly string[]): number;
    reset(): void;
    setLogger(logger: (line: { readonly type: string; readonly message: string }) => void): void;
  }

  export default function createFfmpegCore(options: { readonly wasmBinary: Uint8Array }): Promise<FfmpegCore>;
}
