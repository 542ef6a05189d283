import { localized } from '../language/index.ts';
import type { QuestionKind, QuestionType } from '../domain/benchmark/index.ts';
import type { NoReading } from '../domain/extraction/index.ts';
import type {
  Attempt,
  BaselineName,
  Condition,
  ErrorType,
  FailureKind,
  ModelChoice,
  OptionOrder,
  Outcome,
  ProtocolChoice,
  Run,
  RunConfig,
  Verdict,
} from '../domain/run/index.ts';
import { shownName } from './format.ts';

/** What each outcome is called alone and after a number (“9 without an answer”), and what it means. */
export const OUTCOME_WORDS: Readonly<
  Record<Outcome, { readonly label: string; readonly counted: string; readonly meaning: string }>
> = {
  correct: { label: 'Correct', counted: 'correct', meaning: 'the answer is right' },
  'partly-correct': { label: 'Partly correct', counted: 'partly correct', meaning: 'the judge gave 1 of 2 points' },
  incorrect: { label: 'Incorrect', counted: 'incorrect', meaning: 'the answer is wrong' },
  'no-answer': { label: 'No answer', counted: 'without an answer', meaning: 'the reply named no option, or was empty' },
  refused: { label: 'Refused', counted: 'refused', meaning: 'the model declined to answer' },
  blocked: { label: 'Blocked', counted: 'blocked', meaning: 'the provider withheld the reply' },
  truncated: {
    label: 'Cut off',
    counted: 'cut off',
    meaning: 'the reply stopped at its length limit before an answer',
  },
  failed: { label: 'Failed', counted: 'failed', meaning: 'no reply could be had' },
  unjudged: { label: 'Not judged', counted: 'not judged', meaning: 'there is a reply, but no judge has scored it' },
};

export const KIND_WORDS: Readonly<Record<QuestionKind, string>> = {
  'multiple-choice': 'Multiple choice',
  'free-response': 'Free response',
};

export const TYPE_WORDS: Readonly<Record<QuestionType, string>> = {
  1: 'Action and goal',
  2: 'Artifacts and optimization',
  3: 'Procedure and planning',
};

export const CONDITION_WORDS: Readonly<Record<Condition, { readonly label: string; readonly meaning: string }>> = {
  video: { label: 'Video', meaning: 'the clip, then the question' },
  frames: { label: 'Frames', meaning: 'still images from the clip, then the question' },
  'youtube-uncropped': {
    label: 'YouTube, uncropped',
    meaning:
      'the question with its window on YouTube, which Gemini reads by itself: nothing is downloaded here. It sees the whole frame, not the ultrasound image alone, and hears the narrator, who may say the answer; so scores are not comparable with the condition video',
  },
  'text-only': {
    label: 'Text only (blind)',
    meaning: 'the question without any picture: what the video adds is the gain over this',
  },
  'options-only': {
    label: 'Options only',
    meaning: 'the options without question or picture: what the options give away',
  },
};

export const ORDER_WORDS: Readonly<Record<OptionOrder, { readonly label: string; readonly meaning: string }>> = {
  'as-printed': { label: 'As printed', meaning: 'the order of the benchmark’s files' },
  reference: {
    label: 'As the reference code does',
    meaning: 'shuffles only options written “A.”, by the run’s seed; others stay as printed',
  },
  seeded: { label: 'Shuffled by the seed', meaning: 'every question has an order of its own, the same each time' },
  circular: {
    label: 'Every rotation',
    meaning:
      'each question is asked once for every rotation of its options, so that liking a letter gains nothing; it costs as many times more',
  },
};

export const ENGINE_WORDS: Readonly<
  Record<NonNullable<RunConfig['clipEngine']>, { readonly label: string; readonly meaning: string }>
> = {
  auto: { label: 'Choose by itself', meaning: 'the browser’s own codecs where they are shown to agree with FFmpeg' },
  ffmpeg: {
    label: 'FFmpeg',
    meaning: 'slower; with the reference’s prompts it cuts by the reference’s own command, faults included',
  },
  webcodecs: { label: 'The browser’s codecs', meaning: 'fast; frames may differ from FFmpeg’s by one' },
};

export const PROTOCOL_WORDS: Readonly<
  Record<ProtocolChoice['id'], { readonly label: string; readonly meaning: string }>
> = {
  sonoscore: {
    label: 'Sonoscore’s own',
    meaning: 'worded for this site, so results are not comparable with published numbers',
  },
  reference: { label: 'The reference’s', meaning: 'word for word as the authors of the benchmark asked' },
};

/** Whose prompts they are, within a sentence. */
export function promptsWords(id: ProtocolChoice['id']): string {
  return PROTOCOL_WORDS[id].label.replace(/^The/, 'the');
}

export const BASELINE_WORDS: Readonly<Record<BaselineName, { readonly label: string; readonly meaning: string }>> = {
  'shortest-option': { label: 'Shortest option', meaning: 'picks the option with the fewest characters' },
  'longest-option': { label: 'Longest option', meaning: 'picks the option with the most characters' },
  'odd-full-stop': {
    label: 'Odd full stop',
    meaning: 'picks the option whose final full stop differs from the others',
  },
  'odd-full-stop-then-shortest': {
    label: 'Odd full stop, then shortest',
    meaning: 'picks by the odd full stop, and by length where there is none',
  },
  'most-common-first-word': { label: 'Most common first word', meaning: 'picks the option that starts as most do' },
  'seeded-random': { label: 'Random', meaning: 'picks by chance, the same way for the same seed' },
  'always-A': { label: 'Always A', meaning: 'picks the first option' },
  'always-B': { label: 'Always B', meaning: 'picks the second option' },
  'always-C': { label: 'Always C', meaning: 'picks the third option' },
  'always-D': { label: 'Always D', meaning: 'picks the fourth option' },
};

export const FAILURE_WORDS: Readonly<Record<FailureKind, string>> = {
  auth: 'The key was not accepted',
  'quota-exhausted': 'The account has no credit left',
  'rate-limited': 'Too many requests',
  'too-large': 'The request was too large',
  'bad-request': 'The server did not accept the request',
  server: 'The server had an error',
  timeout: 'No answer in time',
  'network-or-cors': 'The server could not be reached from this page',
  blocked: 'The provider withheld the reply',
  'malformed-reply': 'The reply could not be read',
  clip: 'The clip could not be cut',
  'no-source-video': 'The source video is not at hand',
  internal: 'Something went wrong inside Sonoscore',
};

/** What was wrong with a free-response answer, as the judge sees it. */
export const ERROR_WORDS: Readonly<Record<ErrorType, string>> = {
  none: 'No error',
  wrong_conclusion: 'Wrong conclusion',
  wrong_visual_evidence: 'Wrong visual evidence',
  both_fail: 'Wrong conclusion and evidence',
};

/** What a score of a free-response answer stands for, as the judge's prompts have it in short. */
export const SCORE_WORDS: Readonly<Record<0 | 1 | 2, string>> = { 0: 'wrong', 1: 'partly right', 2: 'right' };

/** Why no option could be read from a reply. */
export const NO_READING_WORDS: Readonly<Record<NoReading, string>> = {
  empty: 'the reply is empty',
  'only-thinking': 'the reply is nothing but thinking',
  'says-it-does-not-know': 'the reply says that it does not know',
  'several-answers': 'the reply names several options',
  'letter-not-shown': 'the reply names a letter that was not shown',
  'no-committed-answer': 'the reply commits to no option',
};

/** Why an Attempt waits for another try, short enough for a row. */
const WAIT_WORDS: Readonly<Partial<Record<FailureKind, string>>> = {
  'rate-limited': 'rate limit',
  server: 'server error',
  timeout: 'no answer in time',
  'network-or-cors': 'not reached',
  'malformed-reply': 'unreadable reply',
};

/**
 * What an Attempt is doing, in a word or two.
 * @param active whether anybody works on its Run: otherwise what was under way when the work stopped is not
 */
export function attemptStateWords(
  { state, reply, override }: Pick<Attempt, 'state' | 'reply' | 'override'>,
  active: boolean,
): string {
  if (!active && state.kind !== 'done') return reply === undefined ? 'Not asked' : 'Not judged yet';
  switch (state.kind) {
    case 'queued':
      return 'Waiting its turn';
    case 'preparing':
      return 'Cutting the clip';
    case 'waiting':
      return `Waiting (${(state.cause === undefined ? undefined : WAIT_WORDS[state.cause]) ?? 'another try'})`;
    case 'asking':
      return 'Asking the model';
    case 'judging':
      return 'Being judged';
    case 'done':
      return `${OUTCOME_WORDS[state.outcome].label}${override === undefined ? '' : ', by a person'}`;
  }
}

/** What is counted in a Run: questions, or answers where each question is asked more than once. */
export function attemptNoun({ config }: Run): 'question' | 'answer' {
  return config.epochs > 1 || config.optionOrder === 'circular' ? 'answer' : 'question';
}

/** A Baseline as a row of a table: its name, and what it means where the name alone does not say it. */
export function ruleRow(name: BaselineName): { readonly name: string; readonly meaning: string | undefined } {
  const { label, meaning } = BASELINE_WORDS[name];
  return { name: label, meaning: name === 'odd-full-stop' ? meaning : undefined };
}

/** What results that came without their story write where it is missing. */
const UNSTATED = 'unstated';

/** As `domain/classroom` writes it; not imported, since the first page has no use for the rest of that folder. */
const PEOPLE = 'people';

/** The same in a word or two, where there is no room for more. */
export function shortOrigin(source: string): string {
  return source === PEOPLE ? 'answered by people' : 'imported';
}

/** How imported results came about, as far as they say so. */
export function importedWords(source: string): string {
  if (source === PEOPLE) return 'answered by people';
  return source === UNSTATED
    ? 'imported results; how they were made is not stated'
    : `imported results, made with ${source}`;
}

/** Who judged, and by which prompts, as far as that is known. */
export function judgeWords({ modelId, protocol }: Verdict['judge']): string {
  const by = modelId === UNSTATED ? 'which model judged is not stated' : `judged by ${modelId}`;
  return protocol.version === UNSTATED
    ? by
    : `${by} with ${promptsWords(protocol.id)} prompts, version ${protocol.version}`;
}

/** What a person calls the model of a Run. */
export function modelName(model: ModelChoice): string {
  // What a class or a person answered is named by this page.
  if (model.kind === 'published') return model.source === PEOPLE ? localized(model.name) : shownName(model.name);
  return model.kind === 'baseline' ? `${BASELINE_WORDS[model.baseline].label} (baseline)` : shownName(model.modelId);
}
