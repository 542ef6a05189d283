import { isPublished, type Benchmark, type DurationBin, type QuestionType } from '../benchmark/index.ts';
import { outcomeOfVerdict, scoreAttempt } from '../outcome/index.ts';
import type { Attempt, Run } from '../run/index.ts';
import { buildReport } from './build-report.ts';
import type { Report, Score } from './types.ts';

/** One published figure against ours, both as printed. */
export interface CheckedFigure {
  /** What it is, for a person. */
  readonly name: string;
  readonly expected: string;
  readonly got: string;
  readonly ok: boolean;
}

export interface OfficialCheck {
  /** Which published result the Run was held against. */
  readonly model: PublishedModel;
  readonly figures: readonly CheckedFigure[];
  readonly ok: boolean;
}

export type PublishedModel = 'gemini-3-pro' | 'qwen3.5-397b';

/** What the benchmark's authors published of one model; percentages and means in the digits that they print. */
interface PublishedFigures {
  readonly correct: string;
  readonly accuracy: string;
  readonly accuracyError: string;
  readonly accuracyByType: readonly (readonly [QuestionType, string])[];
  readonly accuracyByDuration: readonly (readonly [DurationBin, string])[];
  readonly judgeScore: string;
  readonly judgeScoreError: string;
  readonly judgeScoreByType: readonly (readonly [QuestionType, string])[];
}

const BIN_FIGURES: Readonly<Record<DurationBin, string>> = {
  'under-5': 'Under 5 s, %',
  '5-to-10': '5 to under 10 s, %',
  '10-to-20': '10 to under 20 s, %',
  '20-and-over': '20 s and over, %',
};

/** Facts about the results published with ReXSonoVQA; the standard errors are ours, computed once from the same files. */
const PUBLISHED: Readonly<Record<PublishedModel, PublishedFigures>> = {
  'gemini-3-pro': {
    correct: '165/249',
    accuracy: '66.27',
    accuracyError: '3.62',
    accuracyByType: [
      [1, '69.9'],
      [2, '60.8'],
      [3, '67.2'],
    ],
    accuracyByDuration: [
      ['under-5', '61.0'],
      ['5-to-10', '66.3'],
      ['10-to-20', '64.9'],
      ['20-and-over', '75.8'],
    ],
    judgeScore: '0.906',
    judgeScoreError: '0.076',
    judgeScoreByType: [
      [1, '0.915'],
      [2, '0.789'],
      [3, '0.975'],
    ],
  },
  'qwen3.5-397b': {
    correct: '138/249',
    accuracy: '55.42',
    accuracyError: '3.50',
    accuracyByType: [],
    accuracyByDuration: [],
    judgeScore: '0.740',
    judgeScoreError: '0.055',
    judgeScoreByType: [],
  },
};

/**
 * Holds an imported Run against what was published of its model: letters as the reference reads them, and what failed counted 0.
 * @param model which published result it is; by default read from the Run's model
 * @returns undefined where the Run is of no published model or the Benchmark is not the published one
 */
export function officialCheck(
  benchmark: Benchmark,
  run: Run,
  attempts: readonly Attempt[],
  model: PublishedModel | undefined = publishedModelOf(run),
): OfficialCheck | undefined {
  if (model === undefined || !isPublished(benchmark)) return undefined;
  const report = buildReport(benchmark, run, asReferenceReads(benchmark, attempts));
  const figures = figuresOf(report, PUBLISHED[model]);
  return figures.length === 0 ? undefined : { model, figures, ok: figures.every(({ ok }) => ok) };
}

/** The Attempts with their Outcomes as the reference's rules of reading give them, and as its judge scored them. */
function asReferenceReads(benchmark: Benchmark, attempts: readonly Attempt[]): readonly Attempt[] {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  return attempts.map((attempt) => {
    const question = questions.get(attempt.questionId);
    if (question?.kind === 'free-response' && attempt.override !== undefined && attempt.verdict !== undefined)
      return { ...attempt, state: { kind: 'done', outcome: outcomeOfVerdict(attempt.verdict.score) } };
    if (question?.kind !== 'multiple-choice' || attempt.reply === undefined || attempt.state.kind !== 'done')
      return attempt;
    const { outcome } = scoreAttempt(question, attempt, 'reference');
    return { ...attempt, state: { kind: 'done', outcome } };
  });
}

/** The published result that an imported Run claims to be, by its model's name and protocol. */
function publishedModelOf({ config: { model, protocol } }: Run): PublishedModel | undefined {
  if (model.kind !== 'published' || protocol.id !== 'reference') return undefined;
  const name = model.name.toLowerCase();
  return name === 'gemini-3-pro' || name === 'qwen3.5-397b' ? name : undefined;
}

function figuresOf(report: Report, expected: PublishedFigures): readonly CheckedFigure[] {
  const figures: CheckedFigure[] = [];
  const check = (name: string, printed: string, got: string | undefined): void => {
    figures.push({ name, expected: printed, got: got ?? 'none', ok: got === printed });
  };
  const letters = report.overall.multipleChoice?.allCounted;
  if (letters !== undefined) {
    check('Multiple choice, right', expected.correct, `${Math.round(letters.value * letters.count)}/${letters.count}`);
    check('Accuracy on multiple choice, %', expected.accuracy, fixed(100 * letters.value, 2));
    check('Its clustered standard error, points', expected.accuracyError, fixed(100 * letters.standardError, 2));
    for (const [type, printed] of expected.accuracyByType)
      check(`Type ${type}, %`, printed, percentOf(report.byType.find((each) => each.type === type)?.multipleChoice));
    for (const [bin, printed] of expected.accuracyByDuration)
      check(BIN_FIGURES[bin], printed, percentOf(report.byDuration.find((each) => each.bin === bin)?.multipleChoice));
  }
  const free = report.overall.freeResponse?.allCounted;
  if (free !== undefined) {
    check('Free response, mean of 2', expected.judgeScore, fixed(free.value, 3));
    check('Its clustered standard error', expected.judgeScoreError, fixed(free.standardError, 3));
    for (const [type, printed] of expected.judgeScoreByType)
      check(
        `Type ${type}, mean of 2`,
        printed,
        meanText(report.byType.find((each) => each.type === type)?.freeResponse),
      );
  }
  return figures;
}

function percentOf(score: Score | undefined): string | undefined {
  return score === undefined ? undefined : fixed(100 * score.allCounted.value, 1);
}

function meanText(score: Score | undefined): string | undefined {
  return score === undefined ? undefined : fixed(score.allCounted.value, 3);
}

function fixed(value: number, digits: number): string {
  return value.toFixed(digits);
}
