/** So much that two windows have in common is worth being decoded once. */
const LEAST_SHARED_SECONDS = 1;
/** Each is an encoder at work. */
const MOST_TOGETHER = 4;

export interface SharedWindow {
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

/**
 * Which of the windows that wait are best cut together with `first`, of the same source: those that have a good part in common with what is
 * decoded anyway. None of them makes the stretch longer by more than it saves.
 */
export function companionsOf<T extends SharedWindow>(first: SharedWindow, waiting: readonly T[]): readonly T[] {
  const chosen: T[] = [];
  let start = first.startSeconds;
  let end = first.startSeconds + first.durationSeconds;
  const byStart = [...waiting].sort((a, b) => a.startSeconds - b.startSeconds);
  for (const window of byStart) {
    if (chosen.length + 1 >= MOST_TOGETHER) break;
    const windowEnd = window.startSeconds + window.durationSeconds;
    const shared = Math.min(end, windowEnd) - Math.max(start, window.startSeconds);
    const added = window.durationSeconds - shared;
    if (shared < LEAST_SHARED_SECONDS || added > shared) continue;
    chosen.push(window);
    start = Math.min(start, window.startSeconds);
    end = Math.max(end, windowEnd);
  }
  return chosen;
}
