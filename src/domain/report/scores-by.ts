import type { Benchmark, Question } from '../benchmark/index.ts';
import { scoresOf } from './score.ts';
import { endedAttempts, type EndedAttempt, type RunWithAttempts } from './scored-attempts.ts';
import type { GroupScores } from './types.ts';

/** The scores of a Run by any division of its Questions; groups that nothing ended in are left out. */
export function scoresBy<K>(
  benchmark: Benchmark,
  run: RunWithAttempts,
  groupOf: (question: Question) => K,
): ReadonlyMap<K, GroupScores> {
  const groups = new Map<K, EndedAttempt[]>();
  for (const each of endedAttempts(benchmark, run).ended) {
    const key = groupOf(each.question);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return new Map([...groups].map(([key, group]) => [key, scoresOf(group)]));
}
