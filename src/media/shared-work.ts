import { untilAborted } from './race.ts';

interface Shared<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that several may ask for at the same time and that is done once. It ends when nobody waits for it any more. */
export class SharedWork<T> {
  readonly #running = new Map<string, Shared<T>>();

  /** @throws {DOMException} AbortError when `signal` aborts */
  async do(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const shared = this.#running.get(key) ?? this.#start(key, work);
    shared.waiting += 1;
    try {
      return await untilAborted(shared.promise, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0 && this.#running.get(key) === shared) {
        this.#running.delete(key);
        shared.controller.abort();
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController();
    const promise = work(controller.signal);
    promise.catch(() => {});
    const shared = { promise, controller, waiting: 0 };
    this.#running.set(key, shared);
    return shared;
  }
}
