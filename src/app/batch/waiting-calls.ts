import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { ModelChoice, Run, RunConfig } from '../../domain/run/index.ts';
import type { RunStore } from '../ports.ts';
import { attemptCount, planQuestions } from '../run/plan/plan-questions.ts';
import { attemptKey } from '../run/record/run-record.ts';
import type { WaitingCalls } from '../services.ts';
import { WAITS } from './write-batch.ts';

/**
 * Those calls of a Run of this config that were written as a batch before and whose output has not come in: a service may be at
 * them, so that whoever makes them now pays twice. Undefined where there are none.
 */
export async function waitingCalls(
  config: RunConfig,
  benchmark: Benchmark,
  store: Pick<RunStore, 'listRuns' | 'listAttempts'>,
): Promise<WaitingCalls | undefined> {
  const counts = new Map(
    planQuestions(config, benchmark).map((question) => [question.id, attemptCount(config, question)]),
  );
  const wanted = callParts(config);
  const batches = (await store.listRuns()).filter(
    (run) =>
      run.deletedAt === undefined &&
      batchedAt(run) !== undefined &&
      run.benchmark.digest === benchmark.digest &&
      callParts(run.config) === wanted,
  );
  const calls = new Set<string>();
  const runs: Run[] = [];
  for (const run of batches) {
    const open = (await store.listAttempts(run.id)).filter(
      ({ state, reply, questionId, epoch }) =>
        state.kind !== 'done' && reply === undefined && epoch < (counts.get(questionId) ?? 0),
    );
    for (const attempt of open) calls.add(attemptKey(attempt));
    if (open.length > 0) runs.push(run);
  }
  const writtenAt = runs.map((run) => batchedAt(run) ?? '').sort();
  const [last] = writtenAt.slice(-1);
  return last === undefined ? undefined : { callCount: calls.size, writtenAt: last, runIds: runs.map(({ id }) => id) };
}

/** Batches of earlier versions are known by what they say of themselves. */
function batchedAt({ batchedAt: at, status, createdAt }: Run): string | undefined {
  return at ?? (status.kind === 'paused' && status.reason === WAITS ? createdAt : undefined);
}

/**
 * What makes one call like another, as text to compare. Not the endpoint, which a batch needs none of, nor the judge, who may be
 * named when the output is there; how many Questions are asked only says which calls there are, and the seed nothing where options
 * stand as they are printed.
 */
function callParts({ model, protocol, condition, optionOrder, seed }: RunConfig): string {
  const asked = model.kind === 'provider' ? [model.provider, model.modelId, parametersOf(model)] : [model.kind];
  return JSON.stringify([
    asked,
    protocol.id,
    protocol.version,
    condition,
    optionOrder,
    optionOrder === 'as-printed' ? null : seed,
  ]);
}

/** How long is waited for an answer makes no other call. */
function parametersOf({
  parameters,
}: Extract<ModelChoice, { readonly kind: 'provider' }>): readonly (readonly [string, unknown])[] {
  return Object.entries(parameters)
    .filter(([name]) => name !== 'timeout_seconds')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
