import { abortError, clipAccident, clipError, isAbort } from './clip-errors.ts';

export type Fetch = typeof globalThis.fetch;

const SMALLEST_READ_BYTES = 32 * 1024;
/** Reads grow with a run of neighbours, but never so far that much is read in vain. */
const LARGEST_READ_BYTES = 256 * 1024;
const BLOCKS_KEPT_BYTES = 16 * 1024 * 1024;

interface Block {
  readonly start: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a file at an address by Range requests only, each broken one resumed once. */
export class RangeReader {
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #signal: AbortSignal;
  readonly #blocks: Block[] = [];
  #readTo = -1;
  #step = SMALLEST_READ_BYTES;
  sizeBytes: number | undefined;
  /** Of the file, as told by the server: changes when the file does. */
  version = '';

  constructor(url: string, fetch: Fetch, signal: AbortSignal) {
    this.#url = url;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /** @throws {SonoscoreError} kind `clip`, where the server does not answer Range requests, refuses or is not reached */
  async size(): Promise<number> {
    if (this.sizeBytes === undefined) await this.#load(0, SMALLEST_READ_BYTES);
    if (this.sizeBytes === undefined) throw this.#noRanges();
    return this.sizeBytes;
  }

  /** @returns the bytes from `start` up to `end`, which must lie within the file */
  async read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const out = new Uint8Array(end - start);
    let at = start;
    while (at < end) {
      const block =
        this.#blocks.find((kept) => at >= kept.start && at < kept.start + kept.bytes.length) ??
        (await this.#loadAt(at, end));
      const part = block.bytes.subarray(at - block.start, end - block.start);
      out.set(part, at - start);
      at += part.length;
    }
    return out;
  }

  async #loadAt(at: number, end: number): Promise<Block> {
    this.#step = at === this.#readTo ? Math.min(this.#step * 2, LARGEST_READ_BYTES) : SMALLEST_READ_BYTES;
    const size = await this.size();
    return this.#load(at, Math.min(size, Math.max(end, at + this.#step)));
  }

  async #load(start: number, end: number): Promise<Block> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let got = 0;
    for (let tries = 0; ; tries += 1) {
      try {
        for await (const part of this.#request(start + got, end)) {
          parts.push(part);
          got += part.length;
        }
        break;
      } catch (error) {
        if (this.#signal.aborted || isAbort(error)) throw abortError();
        if (!(error instanceof Dropped)) throw error;
        if (tries > 0) throw clipAccident('The connection to the source video broke off twice: try again.', error);
      }
    }
    const bytes = new Uint8Array(got);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const block = { start, bytes };
    this.#readTo = start + got;
    this.#keep(block);
    return block;
  }

  async *#request(start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    const wanted = end - start;
    let response: Response;
    try {
      const headers = { range: `bytes=${start}-${end - 1}` };
      response = await this.#fetch(this.#url, { headers, signal: this.#signal });
    } catch (cause) {
      throw new Dropped('the request failed', { cause });
    }
    if (response.status !== 206 || response.body === null) {
      await response.body?.cancel();
      throw response.ok ? this.#noRanges() : this.#refused(response.status);
    }
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    // Across origins the header may be hidden; a size of several reads then tells nothing.
    if (Number.isFinite(total)) this.sizeBytes = total;
    this.version = response.headers.get('etag') ?? response.headers.get('last-modified') ?? '';
    let got = 0;
    const reader = response.body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        got += value.length;
        yield value;
      }
    } catch (cause) {
      throw new Dropped('the connection broke off', { cause });
    } finally {
      reader.releaseLock();
    }
    const isEnd = this.sizeBytes !== undefined && start + got >= this.sizeBytes;
    if (got < wanted && !isEnd) throw new Dropped('the answer was cut short');
  }

  #keep(block: Block): void {
    this.#blocks.push(block);
    let total = this.#blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
    while (total > BLOCKS_KEPT_BYTES && this.#blocks.length > 1) total -= this.#blocks.shift()?.bytes.length ?? 0;
  }

  #noRanges() {
    return clipError(
      'The server of the source video does not give parts of a file (no Range answers that this page may read): download the video and attach the file.',
    );
  }

  #refused(status: number) {
    const gone = status === 401 || status === 403 || status === 404 || status === 410;
    return gone
      ? clipError(
          `The address of the source video is refused (status ${status}), perhaps because it has expired: get a new address, or attach the file.`,
        )
      : clipAccident(`The server of the source video answered with status ${status}: try again later.`);
  }
}

class Dropped extends Error {}
