import * as v from 'valibot';

import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { CallFailure, FailureKind, ModelReply, Run } from '../../domain/run/index.ts';
import { type RunStore, SonoscoreError } from '../ports.ts';
import type { BatchAnswer, Runs } from '../services.ts';
import type { PickedFile } from '../services/source-services.ts';
import { parseCustomId } from './custom-id.ts';

export interface BatchReadPorts {
  readonly store: Pick<RunStore, 'getRun'>;
  readonly runs: Pick<Runs, 'answer'>;
  readonly findBenchmark: (digest: string) => Promise<Benchmark | undefined>;
  /** @throws {SonoscoreError} `malformed-reply` */
  readonly readChatReply: (json: unknown, latencyMs: number) => ModelReply;
}

const outputLine = v.object({
  custom_id: v.string(),
  response: v.nullish(v.object({ status_code: v.nullish(v.number()), body: v.unknown() })),
  error: v.nullish(v.unknown()),
});
const errorBody = v.object({ error: v.object({ message: v.string() }) });
const errorMessage = v.object({ message: v.string() });

/**
 * Reads the output files of a batch: each line finds its Attempt by its custom_id, an error becomes a failed call.
 * @returns the Runs that got answers, and everything that was wrong
 */
export async function readBatch(
  files: readonly PickedFile[],
  ports: BatchReadPorts,
  signal: AbortSignal,
): Promise<{ readonly runs: readonly Run[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const found = new Map<string, { readonly path: string; readonly answers: Map<string, BatchAnswer> }>();
  const runs = new Map<string, Run | undefined>();
  for (const { path, blob } of files) {
    let strange = 0;
    for await (const line of linesOf(blob, signal)) {
      const parsed = v.safeParse(outputLine, jsonOf(line));
      const id = parsed.success ? parseCustomId(parsed.output.custom_id) : undefined;
      if (!parsed.success || id === undefined) {
        strange += 1;
        continue;
      }
      if (!runs.has(id.runId)) runs.set(id.runId, await ports.store.getRun(id.runId));
      const questionId = runs.get(id.runId)?.questionIds[id.place];
      if (questionId === undefined && runs.get(id.runId) !== undefined) strange += 1;
      const entry = found.get(id.runId) ?? { path, answers: new Map<string, BatchAnswer>() };
      found.set(id.runId, entry);
      if (questionId === undefined) continue;
      const answer = { questionId, epoch: id.epoch, ...answerOf(parsed.output, ports) };
      const key = `${id.epoch} ${questionId}`;
      // A service may try twice, and write of both: the one that was answered counts.
      if (entry.answers.get(key)?.result.kind !== 'reply') entry.answers.set(key, answer);
    }
    if (strange > 0) {
      problems.push({
        file: path,
        message: `${strange === 1 ? '1 line is' : `${strange} lines are`} no output of a batch that was written here, or cut short.`,
      });
    }
  }
  const answered: Run[] = [];
  for (const [runId, { path, answers }] of found) {
    signal.throwIfAborted();
    const run = runs.get(runId);
    const benchmark = run === undefined ? undefined : await ports.findBenchmark(run.benchmark.digest);
    const why =
      run === undefined || run.deletedAt !== undefined
        ? 'The run that this batch was written for is not in this browser: import its run file first.'
        : benchmark === undefined
          ? `Open the benchmark “${run.benchmark.name}” first: answers are scored against its questions.`
          : undefined;
    if (why !== undefined || benchmark === undefined) {
      problems.push({ file: path, message: why ?? '' });
      continue;
    }
    const result = await ports.runs.answer(runId, benchmark, [...answers.values()]);
    answered.push(result.run);
    if (result.takenCount < answers.size) {
      const left = answers.size - result.takenCount;
      problems.push({
        file: path,
        message: `${left === 1 ? '1 line is' : `${left} lines are`} of questions that have an answer already; those are left as they are.`,
      });
    }
  }
  return { runs: answered, problems };
}

function answerOf(
  { response, error }: v.InferOutput<typeof outputLine>,
  { readChatReply }: BatchReadPorts,
): Pick<BatchAnswer, 'result'> {
  const status = response?.status_code ?? (response === null || response === undefined ? undefined : 200);
  if (status !== undefined && status >= 200 && status < 300 && (error === null || error === undefined)) {
    try {
      return { result: { kind: 'reply', reply: readChatReply(response?.body, 0) } };
    } catch (fault) {
      if (fault instanceof SonoscoreError) return { result: { kind: 'failure', failure: fault.toFailure() } };
      throw fault;
    }
  }
  const said = wordsOf(error) ?? wordsOf(response?.body) ?? 'it says no more';
  const message = `The batch service failed this request${status === undefined ? '' : ` (${status})`}: ${said.slice(0, 200)}`;
  return { result: { kind: 'failure', failure: failureOf(status, message) } };
}

function failureOf(status: number | undefined, message: string): CallFailure {
  const kind: FailureKind =
    status === 429
      ? 'rate-limited'
      : status === 413
        ? 'too-large'
        : status !== undefined && status < 500
          ? 'bad-request'
          : 'server';
  return { kind, retryable: kind === 'rate-limited' || kind === 'server', waitMs: undefined, message };
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  const wrapped = v.safeParse(errorBody, value);
  if (wrapped.success) return wrapped.output.error.message;
  const plain = v.safeParse(errorMessage, value);
  return plain.success ? plain.output.message : undefined;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The lines of a file, read piece by piece; empty ones are left out. */
async function* linesOf(blob: Blob, signal: AbortSignal): AsyncGenerator<string> {
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    signal.throwIfAborted();
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? '')).split(/\r?\n/);
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line.trim() !== '') yield line;
    if (done) return;
  }
}
