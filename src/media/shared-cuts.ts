import type { ClipProgress } from '../app/index.ts';
import { abortError, clipAccident } from './clip-errors.ts';
import { Deferred, untilAborted } from './race.ts';
import { companionsOf, type SharedWindow } from './shared-decoding.ts';

export interface Wanted extends SharedWindow {
  /** Only windows of one source are cut together. */
  readonly sourceId: number;
}

/** A cut that somebody waits for. */
export class AskedCut<W extends Wanted, Outcome> {
  readonly wanted: W;
  readonly onProgress: ((progress: ClipProgress) => void) | undefined;
  /** Aborts when its engine is of no use to anybody any more, or when another has taken the cut along. */
  readonly hold = new AbortController();
  readonly outcome = new Deferred<Outcome>();
  /** Those that are cut together, whose engine the first of them holds. */
  party: readonly AskedCut<W, Outcome>[] = [this];
  isOver = false;
  isLeft = false;

  constructor(wanted: W, onProgress: ((progress: ClipProgress) => void) | undefined) {
    this.wanted = wanted;
    this.onProgress = onProgress;
  }

  settle(outcome: Outcome): void {
    this.isOver = true;
    this.outcome.resolve(outcome);
  }

  fail(error: unknown): void {
    this.isOver = true;
    this.outcome.reject(error);
  }
}

/**
 * Waits for an engine, tells with `turnOf` when it has one, and cuts what `companionsFor` gives it to cut; each that it settles, or fails,
 * is over at once. It stops when `asked.hold` aborts.
 */
export type CutTogether<W extends Wanted, Outcome> = (asked: AskedCut<W, Outcome>) => Promise<void>;

/** Cuts that wait for an engine: those that overlap are decoded once, by whichever of them gets an engine first. */
export class SharedCuts<W extends Wanted, Outcome> {
  readonly #cut: CutTogether<W, Outcome>;
  readonly #waiting = new Set<AskedCut<W, Outcome>>();

  constructor(cut: CutTogether<W, Outcome>) {
    this.#cut = cut;
  }

  /** @throws {DOMException} AbortError when `signal` aborts; what it was cut together with goes on */
  async outcomeOf(wanted: W, signal: AbortSignal, onProgress?: (progress: ClipProgress) => void): Promise<Outcome> {
    if (signal.aborted) throw abortError();
    const asked = new AskedCut<W, Outcome>(wanted, onProgress);
    this.#waiting.add(asked);
    void this.#run(asked);
    return untilAborted(asked.outcome.promise, signal, () => {
      asked.isLeft = true;
      // Of whom all are gone, or have what they wanted, the engine is free.
      if (asked.party.every(({ isLeft, isOver }) => isLeft || isOver)) asked.party[0]?.hold.abort();
    });
  }

  /** It has an engine of its own, and is taken along by no other. */
  turnOf(asked: AskedCut<W, Outcome>): void {
    this.#waiting.delete(asked);
  }

  /** Of those that wait, the ones to be cut together with `first`, which has its turn; they need not wait any more. */
  companionsFor(first: AskedCut<W, Outcome>): readonly AskedCut<W, Outcome>[] {
    // Whose engine ends in this very moment takes nobody along.
    if (first.hold.signal.aborted) return [];
    const companions = this.#companionsNow(first);
    const party = [first, ...companions];
    for (const one of party) one.party = party;
    for (const one of companions) {
      this.#waiting.delete(one);
      one.hold.abort();
    }
    return companions;
  }

  /** How long all the clips are that are cut with `first` if its turn comes now, its own included. */
  secondsWith(first: AskedCut<W, Outcome>): number {
    return [first, ...this.#companionsNow(first)].reduce((sum, { wanted }) => sum + wanted.durationSeconds, 0);
  }

  #companionsNow(first: AskedCut<W, Outcome>): readonly AskedCut<W, Outcome>[] {
    const { sourceId } = first.wanted;
    const others = [...this.#waiting].filter((one) => one !== first && one.wanted.sourceId === sourceId && !one.isLeft);
    const windows = companionsOf(
      first.wanted,
      others.map(({ wanted }) => wanted),
    );
    return others.filter(({ wanted }) => windows.includes(wanted));
  }

  async #run(asked: AskedCut<W, Outcome>): Promise<void> {
    let error: unknown;
    try {
      await this.#cut(asked);
      error = clipAccident('The engine ended before this clip was cut: try again.');
    } catch (thrown) {
      error = thrown;
    }
    this.#waiting.delete(asked);
    // Whoever was taken along hears from the first.
    if (asked.party[0] !== asked) return;
    for (const one of asked.party) if (!one.isOver) one.fail(error);
  }
}
