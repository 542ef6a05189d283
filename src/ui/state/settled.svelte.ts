/** How often something costly is made anew from what changes all the time. */
const SETTLE_MS = 3_000;

/** A value that follows another at once while it is still, and every three seconds while it moves. Made while a component starts. */
export class Settled<T> {
  readonly #source: () => T;
  #value = $state.raw<T | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param moving whether changes come all the time now */
  constructor(source: () => T, moving: () => boolean) {
    this.#source = source;
    this.#value = source();
    $effect(() => {
      const latest = source();
      if (!moving()) {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#value = latest;
        return;
      }
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#value = source();
      }, SETTLE_MS);
    });
    $effect(() => () => {
      clearTimeout(this.#timer);
    });
  }

  get current(): T {
    return this.#value ?? this.#source();
  }
}
