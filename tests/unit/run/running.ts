import { expect } from 'vitest';

import { createRuns, type ModelRequest, SonoscoreError } from '../../../src/app/index.ts';
import type { Benchmark, Question } from '../../../src/domain/benchmark/index.ts';
import type { Attempt, FailureKind, ModelReply, Run, RunConfig } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion } from '../builders.ts';
import type { World } from './memory-ports.ts';

export const KEY = 'sk-secret-of-the-reader-123';

export function aBenchmarkOf(choices: number, free = 0): Benchmark {
  const questions: Question[] = [];
  for (let number = 1; number <= choices; number += 1) {
    questions.push(aQuestion({ number, videoKey: `video_${number % 5}`, stem: `What happens in scene ${number}?` }));
  }
  for (let number = 1; number <= free; number += 1) {
    questions.push(aFreeQuestion({ number, videoKey: `video_${number % 5}`, stem: `Why is step ${number} taken?` }));
  }
  return aBenchmark(questions);
}

export function failure(kind: FailureKind, retryable: boolean, waitMs?: number): SonoscoreError {
  return new SonoscoreError({ kind, retryable, waitMs, message: `The stand-in says ${kind}.` });
}

type Ask = (request: ModelRequest, call: number, signal: AbortSignal) => ModelReply | Promise<ModelReply>;

/** A provider that answers by rule, and remembers what it was asked with. */
export function answering(rule: Ask) {
  const asked: { readonly request: ModelRequest; readonly key: string | undefined }[] = [];
  return {
    asked,
    ask: async (request: ModelRequest, key: string | undefined, signal: AbortSignal): Promise<ModelReply> => {
      asked.push({ request, key });
      await Promise.resolve();
      return rule(request, asked.length, signal);
    },
  };
}

export async function ended({ browser, store }: World, runId: string): Promise<Run> {
  await expect.poll(() => browser.held.has(runId), { timeout: 60_000, interval: 2 }).toBe(false);
  const run = store.runs.get(runId);
  if (run === undefined) throw new Error('the run is gone');
  return run;
}

export async function runThrough(world: World, config: RunConfig, benchmark: Benchmark) {
  const runs = createRuns(world.ports);
  const { id } = await runs.start(config, benchmark, { key: KEY });
  const run = await ended(world, id);
  return { runs, run, attempts: await world.store.listAttempts(id) };
}

export function countOutcomes(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of attempts) {
    const name = state.kind === 'done' ? state.outcome : state.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
