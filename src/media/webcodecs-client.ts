import { clipAccident } from './clip-errors.ts';
import { Deferred, untilAborted } from './race.ts';
import type { WebcodecsReply, WebcodecsRequest } from './webcodecs-protocol.ts';

type Part = Extract<WebcodecsReply, { readonly kind: 'over' }>;
type Answer = Exclude<WebcodecsReply, Part | { readonly kind: 'alive' }>;

/** One worker with one thing to do at a time; what it cannot finish ends with it. */
export class WebcodecsWorker {
  readonly #silenceTimeoutMs: number;
  #worker: Worker | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** Whose index it has read already. */
  lastSourceId: number | undefined;

  constructor(silenceTimeoutMs: number) {
    this.#silenceTimeoutMs = silenceTimeoutMs;
  }

  /** Begins to load the worker's code, for a request that is sure to come. */
  getReady(): void {
    if (this.#worker !== undefined) return;
    this.#worker = this.#start();
    this.#worker.onerror = () => this.terminate();
  }

  /**
   * @param onPart hears of each job that is over, before the answer
   * @throws {DOMException} AbortError when `signal` aborts: the worker ends, the next request starts another
   */
  async ask(request: WebcodecsRequest, signal: AbortSignal, onPart?: (part: Part) => void): Promise<Answer> {
    const before = this.#turn;
    const done = new Deferred<void>();
    this.#turn = done.promise;
    try {
      await untilAborted(before, signal);
      return await this.#send(request, signal, onPart);
    } finally {
      // Whoever comes next must not overtake what is still ahead.
      void before.then(() => done.resolve());
    }
  }

  terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.lastSourceId = undefined;
  }

  #start(): Worker {
    return new Worker(new URL('./webcodecs-worker.ts', import.meta.url), { type: 'module' });
  }

  async #send(
    request: WebcodecsRequest,
    signal: AbortSignal,
    onPart: ((part: Part) => void) | undefined,
  ): Promise<Answer> {
    const worker = (this.#worker ??= this.#start());
    const answered = new Deferred<Answer>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sign = () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail('stopped answering'), this.#silenceTimeoutMs);
    };
    const fail = (what: string) => answered.reject(clipAccident(`The browser's decoder ${what}: try again.`));
    worker.onmessage = ({ data }: MessageEvent<WebcodecsReply>) => {
      sign();
      if (data.kind === 'over') onPart?.(data);
      else if (data.kind !== 'alive') answered.resolve(data);
    };
    worker.onerror = () => fail('crashed');
    worker.onmessageerror = () => fail('answered nonsense');
    sign();
    if (request.kind === 'cut') this.lastSourceId = request.sourceId;
    worker.postMessage(request);
    try {
      return await untilAborted(answered.promise, signal);
    } catch (error) {
      this.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
