import type { SourceHolding } from '../app/index.ts';
import type { Benchmark } from '../domain/benchmark/index.ts';
import { checkSource, type SourceFinding } from '../domain/clip/index.ts';

/** A file or address that is held for a source video or one Video. */
export interface Held extends Omit<SourceHolding, 'findings' | 'used'> {
  readonly offsetSeconds: number;
  /** The Benchmark that it was attached for, by its digest, where the source's name means nothing elsewhere; see `scopeOf`. */
  readonly scope: string;
  /** Empty for an address. */
  readonly blob: Blob;
  /** Somebody has chosen it among several. */
  readonly chosen: boolean;
}

const RANKS = { likely: 0, certain: 1, 'by-hand': 2 } as const;
/** Lengths that differ by less are one. */
const SAME_LENGTH_SECONDS = 0.5;

/** What is held for each source video, and for each Video alone: of several for the same, the best comes first. */
export class SourceSlots {
  readonly #slots = new Map<string, readonly Held[]>();

  all(): readonly Held[] {
    return [...this.#slots.values()].flat();
  }

  get(id: string): Held | undefined {
    return this.all().find((held) => held.id === id);
  }

  /** What clips are cut from: a file of the whole source video or, failing that, one of the Video. */
  best(scope: string, sourceKey: string, videoKey: string): Held | undefined {
    const whole = this.#slots.get(slotKey({ scope, sourceKey, videoKey: undefined }));
    return (whole ?? this.#slots.get(slotKey({ scope, sourceKey, videoKey })))?.[0];
  }

  isUsed(held: Held): boolean {
    return this.#slots.get(slotKey(held))?.[0] === held;
  }

  /**
   * Adds a file to those for the same; the very same file takes its own place anew, and so does what a reader picks again
   * under the same name: the one before is there no more.
   * @param together ids of what is added with it: two of these may well have one name
   * @returns which of two is used from now on and why, where there was another
   */
  add(
    fresh: Held,
    benchmark: Benchmark | undefined,
    together: ReadonlySet<string> = new Set(),
  ): { readonly winner: Held; readonly loser: Held; readonly why: string } | undefined {
    const key = slotKey(fresh);
    const others = this.#slots.get(key) ?? [];
    const isSame = (held: Held) => held.name === fresh.name && held.byteCount === fresh.byteCount;
    if (others.some(isSame)) {
      this.#slots.set(
        key,
        others.map((held) => (isSame(held) ? { ...fresh, chosen: held.chosen, accepted: held.accepted } : held)),
      );
      return undefined;
    }
    const old = others.find(
      (held) => held.name === fresh.name && held.place === 'file' && fresh.place === 'file' && !together.has(held.id),
    );
    if (old !== undefined) {
      this.#slots.set(
        key,
        others.map((held) => (held === old ? { ...fresh, chosen: old.chosen } : held)),
      );
      return undefined;
    }
    const [first] = others;
    if (first === undefined) {
      this.#slots.set(key, [fresh]);
      return undefined;
    }
    const { order, why } = compare(fresh, first, benchmark);
    const wins = order > 0;
    this.#slots.set(key, wins ? [fresh, ...others] : [first, fresh, ...others.slice(1)]);
    return wins ? { winner: fresh, loser: first, why } : { winner: first, loser: fresh, why };
  }

  /** Puts a changed one in its place; where it was moved to another slot or chosen, first there. */
  replace(id: string, changed: Held): void {
    const old = this.get(id);
    if (old === undefined) return;
    const [from, to] = [slotKey(old), slotKey(changed)];
    const here = this.#slots.get(from) ?? [];
    if (from === to && !changed.chosen) {
      this.#slots.set(
        from,
        here.map((held) => (held.id === id ? changed : held)),
      );
      return;
    }
    this.remove(id);
    this.#slots.set(to, [changed, ...(this.#slots.get(to) ?? [])]);
  }

  remove(id: string): void {
    for (const [key, list] of this.#slots) {
      const left = list.filter((held) => held.id !== id);
      if (left.length === 0) this.#slots.delete(key);
      else if (left.length < list.length) this.#slots.set(key, left);
    }
  }
}

/** What is wrong with it, or worth knowing; nothing where it was not looked into. */
export function findingsOf(held: Held, benchmark: Benchmark): readonly SourceFinding[] {
  const { look, sourceKey, videoKey, offsetSeconds } = held;
  return look === undefined ? [] : checkSource({ sourceKey, videoKey, offsetSeconds, look }, benchmark);
}

/** Whether clips may be cut from it: nothing says that it is wrong, or somebody says that it is right. */
export function isUsable(held: Held, benchmark: Benchmark): boolean {
  return held.accepted || !findingsOf(held, benchmark).some(({ severity }) => severity === 'wrong');
}

function compare(a: Held, b: Held, benchmark: Benchmark | undefined): { readonly order: number; readonly why: string } {
  const hand = (held: Held) => Number(held.chosen || held.certainty === 'by-hand');
  const fits = (held: Held) => Number(benchmark === undefined || isUsable(held, benchmark));
  const [long, short] = [a.look?.durationSeconds, b.look?.durationSeconds];
  const longer = long === undefined || short === undefined ? 0 : long - short;
  const pixels = ({ look }: Held) => (look?.frame?.widthPixels ?? 0) * (look?.frame?.heightPixels ?? 0);
  const steps = [
    [hand(a) - hand(b), 'somebody chose it'],
    [fits(a) - fits(b), 'the other one is found wrong'],
    [RANKS[a.certainty] - RANKS[b.certainty], 'its name fits better'],
    [Math.abs(longer) < SAME_LENGTH_SECONDS ? 0 : longer, 'it is the longer one'],
    [pixels(a) - pixels(b), 'it has more pixels'],
    [(a.byteCount ?? 0) - (b.byteCount ?? 0), 'it is the larger file'],
  ] as const;
  const [order, why] = steps.find(([difference]) => difference !== 0) ?? [0, 'it came first'];
  return { order, why };
}

function slotKey({ scope, sourceKey, videoKey }: Pick<Held, 'scope' | 'sourceKey' | 'videoKey'>): string {
  return JSON.stringify([scope, sourceKey, videoKey ?? null]);
}

/**
 * Where the name of a source video holds. A YouTube id or an address is the same everywhere; a path such as `videos/knee.mp4`
 * is one Benchmark's own, and another may call something else by it.
 */
export function scopeOf({ digest, sourceVideos }: Benchmark, sourceKey: string): string {
  const location = sourceVideos.find(({ key }) => key === sourceKey)?.location;
  return location?.kind === 'file' && !isAddress(location.path) ? digest : '';
}

export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}
