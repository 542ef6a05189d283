import {
  MOST_RUNS,
  type SharedAnswer,
  type SharedQuestion,
  type SharedResult,
  type SharedRun,
} from '../../domain/permalink/index.ts';
import { OUTCOMES } from '../../domain/run/index.ts';
import { configField } from './config-field.ts';
import { END_CODES } from './codes.ts';
import { choice, flag, hex, list, maybe, text, whole, type Field } from './fields.ts';
import type { BitReader, BitWriter } from './range-coder.ts';
import { scoreField } from './score-field.ts';

/** Far more than any benchmark has; a link that claims more is not worth the memory. */
const MOST_QUESTIONS = 10_000;
const MOST_ANSWERS = 1_000;
const MOST_ANSWERS_IN_ALL = 100_000;
const MOST_SOURCES = 10_000;
const MOST_VERSIONS = 8;
const MOST_OPTIONS = 8;
const KINDS = ['multiple-choice', 'free-response'] as const;
const ERROR_TYPES = ['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail'] as const;
const ENDS = [...OUTCOMES, 'open'] as const;

const questionCount = whole('questions');
const optionCount = whole('options');

/** Kinds come in stretches, so each is told by the one before. */
const questions: Field<readonly SharedQuestion[]> = {
  write(out, all) {
    if (all.length > MOST_QUESTIONS) throw new RangeError('These are too many questions for a link.');
    questionCount.write(out, all.length);
    let before: SharedQuestion['kind'] = 'multiple-choice';
    for (const question of all) {
      choice(`kind after ${before}`, KINDS).write(out, question.kind);
      if (question.kind === 'multiple-choice') optionCount.write(out, question.optionCount);
      before = question.kind;
    }
  },
  read(from) {
    const count = questionCount.read(from);
    if (count > MOST_QUESTIONS) throw new RangeError('There are too many questions.');
    let before: SharedQuestion['kind'] = 'multiple-choice';
    return Array.from({ length: count }, (): SharedQuestion => {
      const kind: SharedQuestion['kind'] = choice(`kind after ${before}`, KINDS).read(from);
      before = kind;
      if (kind === 'free-response') return { kind };
      const options = optionCount.read(from);
      if (options > MOST_OPTIONS) throw new RangeError('A question has too many options.');
      return { kind, optionCount: options };
    });
  },
};

/** How an answer of a kind ended, and what it was. */
function answerField(question: SharedQuestion): Field<SharedAnswer> {
  const end = choice(`end of ${question.kind}`, ENDS, (end) => END_CODES[end]);
  // Where an answer is right or wrong, an option was chosen; where it is neither, none: one bit tells which, and costs little.
  const chosen = (ended: string) =>
    maybe(
      `choice of ${ended}`,
      choice(
        `option of ${question.kind}`,
        Array.from({ length: MOST_OPTIONS }, (_, index) => index),
      ),
    );
  const error = (ended: string) => maybe(`error of ${ended}`, choice(`error type of ${ended}`, ERROR_TYPES));
  const overridden = flag('overridden');
  return {
    write(out, { outcome, printedIndex, errorType, isOverridden }) {
      const ended = outcome ?? 'open';
      end.write(out, ended);
      if (outcome === undefined) return;
      if (question.kind === 'multiple-choice') {
        chosen(ended).write(out, printedIndex);
        return;
      }
      error(ended).write(out, errorType);
      if (errorType !== undefined) overridden.write(out, isOverridden);
    },
    read(from) {
      const ended = end.read(from);
      const none = { printedIndex: undefined, errorType: undefined, isOverridden: false };
      if (ended === 'open') return { outcome: undefined, ...none };
      if (question.kind === 'multiple-choice') {
        const printedIndex = chosen(ended).read(from);
        if (printedIndex !== undefined && printedIndex >= question.optionCount)
          throw new RangeError('An option is chosen that the question does not have.');
        return { outcome: ended, ...none, printedIndex };
      }
      const errorType = error(ended).read(from);
      return { outcome: ended, ...none, errorType, isOverridden: errorType !== undefined && overridden.read(from) };
    },
  };
}

const answerCount = whole('answers to a question');

function writeAnswers(out: BitWriter, asked: readonly SharedQuestion[], answers: SharedRun['answers']): void {
  if (answers.length !== asked.length) throw new RangeError('The answers are not those of the questions.');
  let before = true;
  for (const [place, question] of asked.entries()) {
    const given = answers[place];
    flag(`asked after ${before}`).write(out, given !== undefined);
    before = given !== undefined;
    if (given === undefined) continue;
    if (given.length > MOST_ANSWERS) throw new RangeError('These are too many answers for a link.');
    answerCount.write(out, given.length);
    const field = answerField(question);
    for (const answer of given) field.write(out, answer);
  }
}

function readAnswers(from: BitReader, asked: readonly SharedQuestion[]): SharedRun['answers'] {
  let before = true;
  let inAll = 0;
  return asked.map((question) => {
    const isAsked: boolean = flag(`asked after ${before}`).read(from);
    before = isAsked;
    if (!isAsked) return undefined;
    const count = answerCount.read(from);
    inAll += count;
    if (count > MOST_ANSWERS || inAll > MOST_ANSWERS_IN_ALL) throw new RangeError('There are too many answers.');
    const field = answerField(question);
    return Array.from({ length: count }, () => field.read(from));
  });
}

const createdSeconds = whole('created');
const finished = flag('finished');
const sources = maybe('sources', list('sources', flag('source'), MOST_SOURCES));
const corrections = whole('corrections');
const versions = list('model versions', text('model version'), MOST_VERSIONS);

function runField(asked: readonly SharedQuestion[]): Field<SharedRun> {
  return {
    write(out, run) {
      createdSeconds.write(out, Math.floor(Date.parse(run.createdAt) / 1000));
      finished.write(out, run.isFinished);
      configField.write(out, run.config);
      sources.write(out, run.sources);
      corrections.write(out, run.correctionCount);
      versions.write(out, run.modelVersions);
      scoreField.write(out, run.headline.multipleChoice);
      scoreField.write(out, run.headline.freeResponse);
      writeAnswers(out, asked, run.answers);
    },
    read: (from) => ({
      createdAt: new Date(createdSeconds.read(from) * 1000).toISOString(),
      isFinished: finished.read(from),
      config: configField.read(from),
      sources: sources.read(from),
      correctionCount: corrections.read(from),
      modelVersions: versions.read(from),
      headline: { multipleChoice: scoreField.read(from), freeResponse: scoreField.read(from) },
      answers: readAnswers(from, asked),
    }),
  };
}

const name = text('benchmark');
const digest = hex('digest');
const commit = maybe('commit', hex('commit'));

/** All that a link holds. */
export const resultField: Field<SharedResult> = {
  write(out, { benchmark, questions: asked, runs }) {
    name.write(out, benchmark.name);
    digest.write(out, benchmark.digest);
    commit.write(out, benchmark.commit);
    questions.write(out, asked);
    list('runs', runField(asked), MOST_RUNS).write(out, runs);
  },
  read(from) {
    const benchmark = { name: name.read(from), digest: digest.read(from), commit: commit.read(from) };
    const asked = questions.read(from);
    return { benchmark, questions: asked, runs: list('runs', runField(asked), MOST_RUNS).read(from) };
  },
};
