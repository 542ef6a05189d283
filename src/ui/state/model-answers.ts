import type { Services } from '../../app/index.ts';
import { PEOPLE_SOURCE } from '../../domain/classroom/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { readRuns } from './read-runs.ts';

/** More than anybody looks at beside each other; each takes reading all of its answers. */
const MOST_MODELS = 24;

/** Whether people answered a Run, in a class or alone. */
export function isOfPeople({ config: { model } }: { readonly config: Pick<Run['config'], 'model'> }): boolean {
  return model.kind === 'published' && model.source === PEOPLE_SOURCE;
}

/** The Runs of models over a Benchmark that this browser has, the newest first; none of people. */
export async function modelRuns(services: Services, digest: string): Promise<readonly RunWithAttempts[]> {
  const runs = (await services.runs.list()).filter((run) => run.benchmark.digest === digest && !isOfPeople(run));
  const wanted = runs.slice(0, MOST_MODELS).map(({ id }) => id);
  return readRuns(services, wanted);
}

/** The Runs whose models chose each printed option of a Question, by their first answer, and which gave none. */
export function modelChoices(
  runs: readonly RunWithAttempts[],
  questionId: string,
  optionCount: number,
): { readonly byOption: readonly (readonly Run[])[]; readonly none: readonly Run[] } {
  const byOption = Array.from({ length: optionCount }, (): Run[] => []);
  const none: Run[] = [];
  for (const { run, attempts } of runs) {
    const attempt = attempts.find((each) => each.questionId === questionId && each.epoch === 0);
    if (attempt?.state.kind !== 'done') continue;
    const chose = attempt.prediction?.kind === 'letter' ? byOption[attempt.prediction.printedIndex] : undefined;
    (chose ?? none).push(run);
  }
  return { byOption, none };
}
