import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { Attempt, Run, RunConfig } from '../../domain/run/index.ts';
import { mistake } from '../mistake.ts';
import { type ModelRequest, SonoscoreError } from '../ports.ts';
import { checkConfig } from '../run/plan/check-config.ts';
import { planRun } from '../run/plan/plan-run.ts';
import { prepareCall } from '../run/call/prepare-call.ts';
import type { RunPorts } from '../run/run-ports.ts';
import { customIdOf } from './custom-id.ts';

export interface BatchPorts extends RunPorts {
  /** A call's body as chat completions have it, whatever the provider's own dialect. */
  readonly chatBody: (provider: string, request: ModelRequest) => object;
}

export interface WrittenBatch {
  /** Stored, and at rest: it waits for the output. */
  readonly run: Run;
  /** JSON, one line a request. */
  readonly blob: Blob;
  readonly lineCount: number;
  /** Questions without a line, such as those whose clip could not be cut. */
  readonly problems: readonly Problem[];
}

/** So much text becomes a part of the Blob, which the browser keeps outside of the page's own memory. */
const PART_CHARACTERS = 1_000_000;

export const WAITS = 'It waits for the output of its batch file: import that on the start page.';

/**
 * Writes every call of a Run as a line that batch services and `vllm run-batch` read, cutting one clip after the other; then
 * stores the Run, so that the output finds it. Nothing is stored where the writing is cancelled.
 * @param onProgress hears how many calls are written, of how many
 * @throws {SonoscoreError} where no model is to be asked, or nothing could be written
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function writeBatch(
  config: RunConfig,
  benchmark: Benchmark,
  ports: BatchPorts,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<WrittenBatch> {
  const { model } = config;
  const provider = model.kind === 'provider' ? ports.providers.get(model.provider) : undefined;
  if (model.kind !== 'provider' || provider === undefined)
    throw mistake('Only calls of a model can be written as a batch: choose a model at an endpoint.');
  if (config.condition === 'youtube-uncropped')
    throw mistake('A batch carries clips, not addresses on YouTube: choose another condition.');
  checkConfig(config, { key: undefined });
  const createdAt = new Date(ports.clock.nowMs()).toISOString();
  const planned = planRun(config, benchmark, { id: ports.newId(), createdAt, queue: undefined });
  const run: Run = { ...planned.run, status: { kind: 'paused', reason: WAITS }, batchedAt: createdAt };
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const attempts: Attempt[] = [];
  const problems: Problem[] = [];
  const lines = new BlobParts();
  for (const queued of planned.attempts) {
    signal.throwIfAborted();
    onProgress(attempts.length, planned.attempts.length);
    const question = questions.get(queued.questionId);
    if (question === undefined) continue;
    try {
      const wanted = { attempt: queued, question, benchmark, config, model, provider };
      const { attempt, request } = await prepareCall(wanted, ports, signal);
      lines.add(
        JSON.stringify({
          custom_id: customIdOf(run, attempt),
          method: 'POST',
          url: '/v1/chat/completions',
          body: ports.chatBody(model.provider, request),
        }),
      );
      attempts.push(attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SonoscoreError)) throw error;
      attempts.push({ ...queued, failure: error.toFailure(), state: { kind: 'done', outcome: 'failed' } });
      problems.push({ file: question.file, questionNumber: question.number, message: error.message });
    }
  }
  if (lines.count === 0) throw mistake(problems[0]?.message ?? 'No question fits what was chosen.');
  await ports.store.putAttempts(attempts);
  await ports.store.putRun(run);
  ports.feed.tell({ kind: 'progress', run, changed: [] });
  return { run, blob: lines.blob(), lineCount: lines.count, problems };
}

/** A name for the file, by the model and the day. */
export function batchName({ config: { model }, createdAt }: Run): string {
  const id = model.kind === 'provider' ? model.modelId.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 60) : '';
  return `sonoscore-${id === '' ? 'run' : id}-${createdAt.slice(0, 10)}-batch.jsonl`;
}

class BlobParts {
  readonly #parts: Blob[] = [];
  #text: string[] = [];
  #length = 0;
  count = 0;

  add(line: string): void {
    this.#text.push(line, '\n');
    this.#length += line.length;
    this.count += 1;
    if (this.#length >= PART_CHARACTERS) this.#close();
  }

  blob(): Blob {
    this.#close();
    return new Blob(this.#parts, { type: 'application/jsonl' });
  }

  #close(): void {
    if (this.#text.length > 0) this.#parts.push(new Blob(this.#text));
    this.#text = [];
    this.#length = 0;
  }
}
