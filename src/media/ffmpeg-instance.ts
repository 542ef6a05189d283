import { FFFSType, FFmpeg } from '@ffmpeg/ffmpeg';

import { clipAccident, textOf } from './clip-errors.ts';
import type { FfmpegCore } from './ffmpeg-core.ts';
import { Deferred } from './race.ts';

export interface CommandResult {
  readonly exitCode: number;
  /** What ffmpeg printed, line by line; the middle of a long log is left out. */
  readonly log: readonly string[];
}

/** Where a mounted source lies. The name says nothing, so that only the content tells what it is. */
export const SOURCE_PATH = '/source/video';
const SOURCE_FOLDER = '/source';
const LOG_LINES_KEPT = 400;

export interface InstanceOptions {
  /** An engine that says nothing for so long is taken for hung. Default: a minute. */
  readonly silenceTimeoutMs: number;
}

/**
 * One ffmpeg.wasm in its worker. It runs one command at a time, and a command cannot be stopped: `terminate` ends the
 * worker, and what was waited for rejects.
 */
export class FfmpegInstance {
  readonly #ffmpeg = new FFmpeg();
  readonly #options: InstanceOptions;
  readonly #lost = new Deferred<never>();
  #log: string[] = [];
  #mounted = false;
  #sign = () => {};
  /** After a failure nothing that the instance says can be trusted. */
  #spoilt = false;
  runs = 0;

  private constructor(options: InstanceOptions) {
    this.#options = options;
    this.#ffmpeg.on('log', ({ message }) => {
      this.#sign();
      if (this.#log.length >= LOG_LINES_KEPT) this.#log.splice(LOG_LINES_KEPT / 2, 1);
      this.#log.push(message);
    });
    this.#ffmpeg.on('progress', () => this.#sign());
  }

  /** @throws {SonoscoreError} a retryable one, where the worker does not start */
  static async start(core: FfmpegCore, options: InstanceOptions): Promise<FfmpegInstance> {
    const instance = new FfmpegInstance(options);
    try {
      await instance.#guard(instance.#ffmpeg.load({ ...core }));
      await instance.#guard(instance.#ffmpeg.createDir(SOURCE_FOLDER));
      return instance;
    } catch (error) {
      instance.terminate();
      throw error;
    }
  }

  get spoilt(): boolean {
    return this.#spoilt;
  }

  /** Lays `blob` at SOURCE_PATH; it is read by slices, never copied whole. */
  async mount(blob: Blob): Promise<void> {
    await this.unmount();
    await this.#guard(this.#ffmpeg.mount(FFFSType.WORKERFS, { blobs: [{ name: 'video', data: blob }] }, SOURCE_FOLDER));
    this.#mounted = true;
  }

  async unmount(): Promise<void> {
    if (!this.#mounted) return;
    this.#mounted = false;
    await this.#guard(this.#ffmpeg.unmount(SOURCE_FOLDER));
  }

  async ffmpeg(args: readonly string[]): Promise<CommandResult> {
    const exitCode = await this.#command(() => this.#ffmpeg.exec([...args]));
    // The core does not clean up after itself when a command fails.
    if (exitCode !== 0) this.#spoilt = true;
    return { exitCode, log: this.#log };
  }

  /** Its exit code is -1 whatever happens, so that only what it wrote can tell. */
  async ffprobe(args: readonly string[]): Promise<readonly string[]> {
    await this.#command(() => this.#ffmpeg.ffprobe([...args]));
    return this.#log;
  }

  async write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // A copy, since the call takes the buffer away from whoever holds it.
    await this.#guard(this.#ffmpeg.writeFile(path, bytes.slice()));
  }

  /** The file's bytes, which are then gone from the engine; undefined where there is no such file. */
  async take(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let data;
    try {
      data = await this.#watch(this.#ffmpeg.readFile(path));
      await this.#watch(this.#ffmpeg.deleteFile(path));
    } catch {
      return undefined;
    }
    return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
  }

  async remove(path: string): Promise<void> {
    await this.#guard(this.#ffmpeg.deleteFile(path));
  }

  terminate(): void {
    this.#spoilt = true;
    this.#lost.reject(clipAccident('The ffmpeg engine was stopped.'));
    this.#ffmpeg.terminate();
  }

  async #command(run: () => Promise<number>): Promise<number> {
    this.#log = [];
    this.runs += 1;
    return this.#guard(run());
  }

  async #guard<T>(call: Promise<T>): Promise<T> {
    try {
      return await this.#watch(call);
    } catch (error) {
      this.#spoilt = true;
      throw error instanceof Error ? error : clipAccident('The ffmpeg engine crashed: try again.', textOf(error));
    }
  }

  /** Rejects when the worker says nothing for too long; a worker that dies tells nobody. */
  async #watch<T>(call: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Deferred<never>();
    this.#sign = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => silent.reject(clipAccident('The ffmpeg engine stopped answering: try again.')),
        this.#options.silenceTimeoutMs,
      );
    };
    this.#sign();
    try {
      return await Promise.race([call, silent.promise, this.#lost.promise]);
    } finally {
      this.#sign = () => {};
      clearTimeout(timer);
    }
  }
}
