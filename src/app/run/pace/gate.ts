/** Lets so many through at once, first come, first served. */
export class Gate {
  #limit: number;
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  /** @param limit how many may be inside, from 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get inside(): number {
    return this.#inside;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Holds for those who come: nobody inside is sent out. */
  set limit(limit: number) {
    this.#limit = Math.max(1, limit);
    this.#admit();
  }

  /**
   * Waits for a place and gives the way out of it, which may be called twice.
   * @throws the signal's reason when it aborts while waiting
   */
  enter(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = () => {
        this.#waiting.delete(admit);
        reject(signal.reason);
      };
      const admit = () => {
        signal.removeEventListener('abort', onAbort);
        let left = false;
        resolve(() => {
          if (left) return;
          left = true;
          this.#inside -= 1;
          this.#admit();
        });
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(admit);
      this.#admit();
    });
  }

  #admit(): void {
    for (const admit of this.#waiting) {
      if (this.#inside >= this.#limit) return;
      this.#waiting.delete(admit);
      this.#inside += 1;
      admit();
    }
  }
}
