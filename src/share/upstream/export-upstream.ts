import type { Benchmark, Question, QuestionType } from '../../domain/benchmark/index.ts';
import { renderQuestion, shownLetterOf } from '../../domain/options/index.ts';
import { mostPoints, pointsOf, standingVerdict } from '../../domain/outcome/index.ts';
import type { Attempt, Outcome, Run, Verdict } from '../../domain/run/index.ts';
import type { UpstreamFile } from './file-names.ts';
import type { UpstreamExtension } from './items.ts';
import { JUDGE_FAILED } from './words.ts';

const TYPE_NAMES: Readonly<Record<QuestionType, string>> = {
  1: 'Type1_ActionGoalReasoning',
  2: 'Type2_ArtifactResolutionOptimization',
  3: 'Type3_ProcedureContextPlanning',
};

/**
 * A Run as upstream's scripts write it: `pred/<kind>/pred_<Video>.json`, `scores/<kind>/score_pred_<Video>.json` and
 * `scores/<kind>/batch_summary.json`, so that its `evaluate_results.py --pred_dir pred/<kind> --output_dir scores/<kind>`
 * prints these numbers without asking a judge. A Run of several epochs has them below `epoch_<number>/`, the first being 0.
 *
 * The format carries question, shown order, letter or text, raw reply, latency, error message, score, error type and
 * explanation, and the model's name. In a field of its own, `sonoscore`, which upstream passes over, go the outcome, finish
 * reason, condition, protocol and judge. It does NOT carry: clips, prompts, tokens, thinking, notes, kinds of
 * failure, the judge's raw reply, seed, limit and the model's parameters, nor Attempts that are not done. A person's
 * override goes out as the verdict, with its note as the explanation; itself and the judge's score go into that field too.
 */
export function exportUpstream(benchmark: Benchmark, run: Run, attempts: readonly Attempt[]): readonly UpstreamFile[] {
  const byId = new Map(attempts.map((attempt) => [`${attempt.epoch} ${attempt.questionId}`, attempt]));
  const epochs = [...new Set(attempts.map(({ epoch }) => epoch))].sort((a, b) => a - b);
  const inRun = new Set(run.questionIds);
  const questions = benchmark.questions.filter(({ id }) => inRun.has(id));
  return epochs.flatMap((epoch) => {
    const root = epochs.length === 1 && epoch === 0 ? '' : `epoch_${epoch}/`;
    return (['mcq', 'free'] as const).flatMap((folder): readonly UpstreamFile[] => {
      const kind = folder === 'mcq' ? 'multiple-choice' : 'free-response';
      const lists = new Map<string, object[]>();
      let latest = '';
      for (const question of questions) {
        const attempt = byId.get(`${epoch} ${question.id}`);
        if (question.kind !== kind || attempt?.state.kind !== 'done') continue;
        const list = lists.get(question.videoKey);
        const entry = entryOf(question, run, attempt, attempt.state.outcome);
        if (list === undefined) lists.set(question.videoKey, [entry]);
        else list.push(entry);
        if (attempt.updatedAt > latest) latest = attempt.updatedAt;
      }
      if (lists.size === 0) return [];
      const total_items = [...lists.values()].reduce((sum, list) => sum + list.length, 0);
      const summary = { total_items, files_processed: lists.size, timestamp: latest.slice(0, 19).replace('T', ' ') };
      return [
        ...[...lists].flatMap(([videoKey, list]) => [
          file(`${root}pred/${folder}/pred_${videoKey}.json`, list.map(withoutScore)),
          file(`${root}scores/${folder}/score_pred_${videoKey}.json`, list),
        ]),
        file(`${root}scores/${folder}/batch_summary.json`, summary),
      ];
    });
  });
}

function file(path: string, content: object): UpstreamFile {
  return { path, text: JSON.stringify(content, null, 2) };
}

const SCORE_FIELDS = new Set(['eval_score', 'eval_max_score', 'duration', 'judge_explanation', 'judge_error_type']);

function withoutScore(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !SCORE_FIELDS.has(key)));
}

/** One entry as upstream's inference and evaluation leave it. */
function entryOf(question: Question, run: Run, attempt: Attempt, outcome: Outcome): object {
  const order = orderOf(question, attempt);
  const prefix = question.kind === 'multiple-choice' ? '[MCQ] ' : '[FREE] ';
  const shown = prefix + renderQuestion(question, order);
  const printedEndSeconds = question.printedEndSeconds ?? question.endSeconds;
  const shuffled = order.some((printed, position) => printed !== position);
  const original = { original_question: question.printed, original_answer: question.answer };
  return {
    question: shown,
    answer: answerOf(question, order),
    groundtruth: question.evidence,
    time_start: question.startSeconds,
    time_end: printedEndSeconds,
    keep: question.keep,
    question_type: TYPE_NAMES[question.type],
    ...(shuffled ? original : {}),
    original_time_start: question.startSeconds,
    original_time_end: printedEndSeconds,
    model_prediction: predictionOf(question, attempt),
    inference_metadata: metadataOf(run, attempt),
    eval_score: pointsOf(question.kind, outcome) ?? 0,
    eval_max_score: mostPoints(question.kind),
    duration: printedEndSeconds - question.startSeconds,
    ...(question.kind === 'free-response' ? judged(attempt, outcome) : {}),
    sonoscore: extensionOf(run, attempt, outcome),
  };
}

/** An Attempt from before orders were kept showed the options as printed. */
function orderOf(question: Question, { optionOrder }: Attempt): readonly number[] {
  if (question.kind === 'free-response') return [];
  return optionOrder.length === 0 ? question.options.map((_, index) => index) : optionOrder;
}

function answerOf(question: Question, order: readonly number[]): string {
  if (question.kind === 'free-response') return question.answer;
  const printedIndex = question.options.findIndex(({ letter }) => letter === question.answer);
  return shownLetterOf(printedIndex, order) ?? question.answer;
}

function predictionOf(question: Question, { prediction, reply }: Attempt): string {
  if (question.kind === 'free-response')
    return prediction?.kind === 'text' ? prediction.text : (reply?.text.trim() ?? '');
  return prediction?.kind === 'letter' ? prediction.shownLetter : '';
}

function metadataOf({ config }: Run, { state, reply, failure }: Attempt): object {
  const { model } = config;
  const failed = state.kind === 'done' && state.outcome === 'failed';
  return {
    raw_response: reply?.text ?? '',
    latency_ms: reply?.latencyMs ?? 0,
    success: !failed,
    error_message: failed ? (failure?.message ?? 'The call failed.') : '',
    ...(model.kind === 'baseline'
      ? { backend: 'baseline', model_id: model.baseline }
      : model.kind === 'published'
        ? { backend: model.source, model_id: model.name }
        : { backend: model.provider, model_id: model.modelId }),
  };
}

/** What upstream's judge leaves; where there is no verdict, what it leaves when its judge fails. */
function judged(attempt: Attempt, outcome: Outcome): object {
  const standing = standingVerdict(attempt);
  if (standing !== undefined && pointsOf('free-response', outcome) !== undefined) {
    const explanation = attempt.override?.note ?? attempt.verdict?.explanation ?? '';
    return { judge_explanation: explanation, judge_error_type: standing.errorType };
  }
  return { judge_explanation: `${JUDGE_FAILED}: ${outcome}`, judge_error_type: 'none' };
}

function extensionOf({ config }: Run, { reply, verdict, override }: Attempt, outcome: Outcome): UpstreamExtension {
  return {
    formatVersion: 1,
    outcome,
    condition: config.condition,
    optionOrder: config.optionOrder,
    protocol: config.protocol,
    ...(reply === undefined ? {} : { finishReason: reply.finishReason }),
    ...(verdict === undefined ? {} : { judge: verdict.judge }),
    ...(override === undefined ? {} : { override }),
    ...(override === undefined || verdict === undefined ? {} : { overridden: withoutStory(verdict) }),
  };
}

function withoutStory({ score, errorType, explanation }: Verdict): NonNullable<UpstreamExtension['overridden']> {
  return { score, errorType, explanation };
}
