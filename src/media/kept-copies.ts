import { SonoscoreError } from '../app/index.ts';
import { abortError, isAbort } from './clip-errors.ts';

const FOLDER = 'source-videos';

/** Copies of source videos in this browser's own storage (its origin private file system), by their ids. */
export class KeptCopies {
  /** Whether this browser has such a storage that a page can write to. */
  static readonly isPossible =
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype &&
    typeof navigator.storage.getDirectory === 'function';

  /**
   * @param onProgress hears how many bytes are copied so far
   * @throws {SonoscoreError} where there is no room
   */
  async keep(id: string, blob: Blob, signal: AbortSignal, onProgress: (copiedBytes: number) => void): Promise<void> {
    const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
    if (blob.size > quota - usage) throw noRoom();
    const folder = await this.#folder();
    let copied = 0;
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        copied += chunk.length;
        onProgress(copied);
        controller.enqueue(chunk);
      },
    });
    try {
      const file = await folder.getFileHandle(id, { create: true });
      await blob
        .stream()
        .pipeThrough(count)
        .pipeTo(await file.createWritable(), { signal });
    } catch (error) {
      await this.delete(id);
      if (signal.aborted || isAbort(error)) throw abortError();
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw noRoom(error);
      throw error;
    }
  }

  /** Undefined where it is there no more: browsers clear what they have not promised to keep. */
  async read(id: string): Promise<File | undefined> {
    try {
      return await (await (await this.#folder()).getFileHandle(id)).getFile();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    }
  }

  async delete(id: string): Promise<void> {
    try {
      await (await this.#folder()).removeEntry(id);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
    }
  }

  async #folder(): Promise<FileSystemDirectoryHandle> {
    return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  }
}

function noRoom(cause?: unknown): SonoscoreError {
  return new SonoscoreError(
    {
      kind: 'internal',
      retryable: false,
      message:
        'This browser has no room for a copy of the file: free disk space or delete other copies, or attach the file at each visit.',
    },
    { cause },
  );
}
