import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

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

/** Loads @ffmpeg/core (single thread) from node_modules. */
export async function openFfmpeg(): Promise<Ffmpeg> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm')));
  const core = await withWorkerScope(async () => {
    const { default: createFfmpegCore } = await import('@ffmpeg/core');
    return createFfmpegCore({ wasmBinary });
  });
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
