import type { Benchmark, Question } from '../../../domain/benchmark/index.ts';
import { optionOrderFor } from '../../../domain/options/index.ts';
import { mistake } from '../../mistake.ts';
import { attemptCount, planQuestions } from './plan-questions.ts';
import type { Attempt, Run, RunConfig } from '../../../domain/run/index.ts';

/** A Run that is not stored yet, with its queued Attempts. */
export interface NewRun {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
}

/** @throws {SonoscoreError} where no Question fits */
export function planRun(
  config: RunConfig,
  benchmark: Benchmark,
  { id, createdAt, queue }: Pick<Run, 'id' | 'createdAt' | 'queue'>,
): NewRun {
  const questions = planQuestions(config, benchmark);
  if (questions.length === 0) throw mistake('No question of this benchmark fits what was chosen: choose more kinds.');
  const run: Run = {
    formatVersion: 1,
    id,
    createdAt,
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    config,
    questionIds: questions.map((question) => question.id),
    status: { kind: 'running' },
    ...(queue === undefined ? {} : { queue }),
  };
  return { run, attempts: queuedAttempts(run, questions, createdAt) };
}

/** Every Attempt of a Run as it stands before the first call: one for each Question, epoch and, when circular, rotation. */
function queuedAttempts(run: Run, questions: readonly Question[], nowIso: string): readonly Attempt[] {
  return questions.flatMap((question) =>
    Array.from({ length: attemptCount(run.config, question) }, (_, epoch): Attempt => ({
      formatVersion: 1,
      runId: run.id,
      questionId: question.id,
      epoch,
      state: { kind: 'queued' },
      optionOrder: orderOf(run.config, question, epoch),
      prompt: undefined,
      clip: undefined,
      reply: undefined,
      prediction: undefined,
      verdict: undefined,
      failure: undefined,
      updatedAt: nowIso,
    })),
  );
}

function orderOf(config: RunConfig, question: Question, epoch: number): readonly number[] {
  return question.kind === 'multiple-choice' ? optionOrderFor(question, config.optionOrder, config.seed, epoch) : [];
}
