import type { Benchmark, Question } from '../benchmark/index.ts';
import { mostPoints } from '../outcome/index.ts';
import { questionMeans } from './score.ts';
import { endedAttempts, type RunWithAttempts } from './scored-attempts.ts';

/** A Question that one of two Runs has right, whatever repeat, and the other has not at all; no answer counts as wrong. */
export interface Flip {
  readonly question: Question;
  readonly right: 'a' | 'b';
}

/** Where two Runs part, in the Benchmark's order. Free-response answers that nobody has judged are left out. */
export function flipsOf(benchmark: Benchmark, a: RunWithAttempts, b: RunWithAttempts): readonly Flip[] {
  const first = sharesOf(benchmark, a);
  const second = sharesOf(benchmark, b);
  return benchmark.questions.flatMap((question): readonly Flip[] => {
    const one = first.get(question.id);
    const other = second.get(question.id);
    if (one === 1 && other === 0) return [{ question, right: 'a' }];
    return one === 0 && other === 1 ? [{ question, right: 'b' }] : [];
  });
}

/** Of the most points, by question. */
function sharesOf(benchmark: Benchmark, run: RunWithAttempts): ReadonlyMap<string, number> {
  const ended = endedAttempts(benchmark, run).ended.filter(({ outcome }) => outcome !== 'unjudged');
  const means = questionMeans(ended, ({ question, points }) => (points ?? 0) / mostPoints(question.kind));
  return new Map([...means].map(([id, { value }]) => [id, value]));
}
