import { parseBenchmark, type Benchmark, type Question } from '../../../src/domain/benchmark/index.ts';
import { scoreAttempt } from '../../../src/domain/outcome/index.ts';
import type { Attempt, ErrorType } from '../../../src/domain/run/index.ts';
import type { RunWithAttempts } from '../../../src/domain/report/index.ts';
import { aBenchmark, anAttempt, aReply, aRun, aRunConfig, aVerdict } from '../builders.ts';
import { sha256, sharedJson } from '../shared-files.ts';

/** The published benchmark, from ../shared. */
export async function publishedBenchmark(): Promise<Benchmark> {
  const origin = { kind: 'folder', name: 'published' } as const;
  const { benchmark } = await parseBenchmark({ name: 'published', origin, files: sharedJson('benchmark') }, sha256);
  return benchmark ?? aBenchmark([]);
}

interface PublishedItem {
  readonly question: string;
  readonly original_question?: string;
  readonly eval_score: 0 | 1 | 2;
  readonly judge_error_type?: ErrorType;
  readonly inference_metadata: { readonly raw_response?: string; readonly success: boolean };
}

/** A published result as a Run: enough of it to score, read straight from the score files. */
export function publishedRun(benchmark: Benchmark, model: string): RunWithAttempts {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const attempts = sharedJson(`published/${model}`).flatMap(({ path, text }): readonly Attempt[] => {
    const [, , folder, name] = /^(.*)\/(mcq|free)\/score_pred_(.*)\.json$/u.exec(path) ?? [];
    if (folder === undefined || name === undefined) return [];
    const items: readonly PublishedItem[] = JSON.parse(text);
    return items.flatMap((item, index) => {
      const question = questions.get(`${folder}/${name}/${index + 1}`);
      if (question === undefined) throw new Error(`No question for ${path}, ${index + 1}.`);
      return question.keep ? [attemptAt(question, item)] : [];
    });
  });
  const run = aRun(benchmark, {
    config: aRunConfig({
      model: { kind: 'published', name: model, source: 'score files' },
      protocol: { id: 'reference', version: '1' },
    }),
  });
  return { run, attempts };
}

function attemptAt(question: Question, item: PublishedItem): Attempt {
  const { raw_response: reply, success } = item.inference_metadata;
  const attempt = anAttempt(question, 'failed', {
    optionOrder: question.kind === 'multiple-choice' ? orderOf(question, item) : [],
    reply: success && reply !== undefined ? aReply(reply) : undefined,
    failure: success ? undefined : { kind: 'server', retryable: false, waitMs: undefined, message: 'As published.' },
    verdict:
      question.kind === 'free-response' && success
        ? aVerdict(item.eval_score, { errorType: item.judge_error_type ?? 'none' })
        : undefined,
  });
  const { outcome, prediction } = scoreAttempt(question, attempt, 'reference');
  return { ...attempt, state: { kind: 'done', outcome }, prediction };
}

/** Where each shown option stands in the benchmark, by its text. */
function orderOf(question: Extract<Question, { kind: 'multiple-choice' }>, item: PublishedItem): readonly number[] {
  const shown = item.question
    .split(/\n(?=[A-H][.)] )/u)
    .slice(1)
    .map((line) => line.slice(2).trim());
  return shown.map((text) => {
    const index = question.options.findIndex((option) => option.text.trim() === text);
    if (index === -1) throw new Error(`${question.id} has no option "${text}".`);
    return index;
  });
}
