import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** ffmpeg compiled to WebAssembly, run in this process: nobody needs a native one, and every machine gives the same bytes. */
export interface Ffmpeg {
  /** Puts a file into ffmpeg's memory. The array belongs to ffmpeg afterwards. */
  write(name: string, bytes: Uint8Array): void;
  /**
   * Runs ffmpeg once.
   * @throws {Error} with the end of ffmpeg's log when it fails
   */
  run(...args: readonly string[]): void;
  read(name: string): Uint8Array<ArrayBuffer>;
  remove(...names: readonly string[]): void;
}

/** The part of @ffmpeg/core that runs ffmpeg here; the package ships no types. */
interface FfmpegCore {
  readonly FS: {
    writeFile(path: string, data: Uint8Array, options?: { readonly canOwn?: boolean }): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  };
  /** Answers ffmpeg's exit code; it does not throw when ffmpeg fails. */
  exec(...args: readonly string[]): number;
  reset(): void;
  setLogger(logger: (line: { readonly type: string; readonly message: string }) => void): void;
}

/** Loads @ffmpeg/core (single thread) from node_modules. */
export async function openFfmpeg(): Promise<Ffmpeg> {
  const require = createRequire(import.meta.url);
  const wasmBinary = await readFile(require.resolve('@ffmpeg/core/wasm'));
  const createCore: (options: { readonly wasmBinary: Uint8Array }) => Promise<FfmpegCore> = require('@ffmpeg/core');
  const core = await withWorkerScope(() => createCore({ wasmBinary }));
  let log: string[] = [];
  core.setLogger(({ message }) => log.push(message));
  return {
    write: (name, bytes) => core.FS.writeFile(name, bytes, { canOwn: true }),
    run(...args) {
      log = [];
      const exitCode = core.exec('-loglevel', 'warning', ...args);
      core.reset();
      if (exitCode !== 0)
        throw new Error(`ffmpeg ${args.join(' ')} ended with ${exitCode}:\n${log.slice(-12).join('\n')}`);
    },
    read: (name) => new Uint8Array(core.FS.readFile(name)),
    remove(...names) {
      for (const name of names) core.FS.unlink(name);
    },
  };
}

/** The core takes itself to be in a web worker and asks `self` for its address while it loads. */
async function withWorkerScope<T>(load: () => Promise<T>): Promise<T> {
  if ('self' in globalThis) return load();
  Object.defineProperty(globalThis, 'self', { value: { location: { href: 'file:///' } }, configurable: true });
  try {
    return await load();
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}
