/** So much that is decoded once instead of twice is worth being cut together, and beside it what leads from a key frame to a window. */
const LEAST_SHARED_SECONDS = 1;
/** Each is an encoder at work. */
const MOST_TOGETHER = 4;
/** Nobody waits for more than this to be decoded, unless what is longer is one's own. */
const LONGEST_TOGETHER_SECONDS = 30;

export interface SharedWindow {
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Which of the windows that wait are best cut together with `first`, of the same source: those that overlap with what is decoded
 * anyway; those with the most in common come first.
 */
export function companionsOf<T extends SharedWindow>(first: SharedWindow, waiting: readonly T[]): readonly T[] {
  const chosen: T[] = [];
  let stretch = stretchOf(first);
  while (chosen.length + 1 < MOST_TOGETHER) {
    let best: T | undefined;
    let mostShared = 0;
    for (const window of waiting) {
      const shared = chosen.includes(window) ? 0 : sharedSeconds(stretch, stretchOf(window));
      if (shared > mostShared) [best, mostShared] = [window, shared];
    }
    if (best === undefined) break;
    chosen.push(best);
    stretch = union(stretch, stretchOf(best));
  }
  return chosen;
}

function stretchOf({ startSeconds, durationSeconds }: SharedWindow): Stretch {
  return { start: startSeconds, end: startSeconds + durationSeconds };
}

/** 0 where the two are better cut apart. */
function sharedSeconds(one: Stretch, other: Stretch): number {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  if (shared < Math.min(LEAST_SHARED_SECONDS, lengthOf(one), lengthOf(other))) return 0;
  return lengthOf(union(one, other)) > Math.max(LONGEST_TOGETHER_SECONDS, lengthOf(one)) ? 0 : shared;
}

function union(one: Stretch, other: Stretch): Stretch {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

function lengthOf({ start, end }: Stretch): number {
  return end - start;
}
