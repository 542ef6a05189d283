import type {
  Benchmark,
  FreeResponseQuestion,
  MultipleChoiceQuestion,
  Option,
  OptionLetter,
  Question,
  ReferencePrompts,
  SourceVideo,
  Video,
} from '../../src/domain/benchmark/index.ts';
import type { Attempt, ModelReply, Outcome, Run, RunConfig, Verdict } from '../../src/domain/run/index.ts';

/** The letters in order; options are never more than eight. */
export const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const satisfies readonly OptionLetter[];

/** Options lettered from A on. */
export function options(...texts: readonly string[]): readonly Option[] {
  return texts.map((text, index) => ({ letter: letters[index] ?? 'H', text }));
}

/** A kept multiple-choice Question with four plain options, answer B; `id`, `file` and `printed` follow from the rest. */
export function aQuestion(overrides: Partial<MultipleChoiceQuestion> = {}): MultipleChoiceQuestion {
  const videoKey = overrides.videoKey ?? 'femoral_vein';
  const number = overrides.number ?? 1;
  const shown =
    overrides.options ?? options('Raising the gain', 'Pressing on the vein', 'Turning the probe', 'Adding some gel');
  const stem = overrides.stem ?? 'What is the operator doing?';
  const form = overrides.optionForm ?? 'full-stop';
  const mark = form === 'full-stop' ? '.' : ')';
  return {
    kind: 'multiple-choice',
    id: `mcq/${videoKey}/${number}`,
    videoKey,
    sourceKey: `source-of-${videoKey}`,
    number,
    file: `mcq/${videoKey}.json`,
    type: 1,
    startSeconds: 0,
    endSeconds: 6,
    printedEndSeconds: undefined,
    keep: true,
    evidence: 'The narrator says that the vein gives way.',
    printed: `[MCQ] ${stem}\n${shown.map((option) => `${option.letter}${mark} ${option.text}`).join('\n')}`,
    stem,
    options: shown,
    optionForm: form,
    answer: 'B',
    ...overrides,
  };
}

/** A kept free-response Question. */
export function aFreeQuestion(overrides: Partial<FreeResponseQuestion> = {}): FreeResponseQuestion {
  const videoKey = overrides.videoKey ?? 'femoral_vein';
  const number = overrides.number ?? 1;
  const stem = overrides.stem ?? 'What does the operator check, and why?';
  return {
    kind: 'free-response',
    id: `free/${videoKey}/${number}`,
    videoKey,
    sourceKey: `source-of-${videoKey}`,
    number,
    file: `free/${videoKey}.json`,
    type: 1,
    startSeconds: 0,
    endSeconds: 6,
    printedEndSeconds: undefined,
    keep: true,
    evidence: 'The narrator says that the vein gives way.',
    printed: `[FREE] ${stem}`,
    stem,
    answer: 'The vein is pressed to see that it is empty of clot.',
    ...overrides,
  };
}

/** A Benchmark whose Videos (60 s each) and source videos follow from its questions. */
export function aBenchmark(
  questions: readonly Question[] = [aQuestion(), aFreeQuestion()],
  overrides: Partial<Benchmark> = {},
): Benchmark {
  const videos = new Map<string, Video>();
  for (const { videoKey, sourceKey } of questions)
    videos.set(videoKey, { key: videoKey, sourceKey, startSeconds: 0, endSeconds: 60, roi: undefined });
  const sources = new Map<string, SourceVideo>();
  for (const { key, sourceKey } of videos.values())
    sources.set(sourceKey, {
      key: sourceKey,
      location: { kind: 'file', path: sourceKey },
      videoKeys: [...(sources.get(sourceKey)?.videoKeys ?? []), key],
    });
  return {
    name: 'A benchmark for tests',
    origin: { kind: 'files', name: 'tests' },
    digest: '0'.repeat(64),
    questions,
    videos: [...videos.values()],
    sourceVideos: [...sources.values()],
    ...overrides,
  };
}

/** What a run with a hosted model is configured with. */
export function aRunConfig(overrides: Partial<RunConfig> = {}): RunConfig {
  return {
    model: {
      kind: 'provider',
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9',
      modelId: 'stand-in',
      parameters: {},
    },
    protocol: { id: 'sonoscore', version: '1' },
    condition: 'video',
    optionOrder: 'as-printed',
    kinds: ['multiple-choice', 'free-response'],
    limit: undefined,
    seed: 1,
    epochs: 1,
    ...overrides,
  };
}

/** A finished Run over every kept question of `benchmark`. */
export function aRun(benchmark: Benchmark = aBenchmark(), overrides: Partial<Run> = {}): Run {
  return {
    formatVersion: 1,
    id: 'run-1',
    createdAt: '2025-01-01T00:00:00.000Z',
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    config: aRunConfig(),
    questionIds: benchmark.questions.filter((question) => question.keep).map((question) => question.id),
    status: { kind: 'finished' },
    ...overrides,
  };
}

/** A reply that ended by itself. */
export function aReply(text: string, overrides: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    thinking: undefined,
    finishReason: 'stop',
    rawFinishReason: 'stop',
    usage: { inputTokens: undefined, outputTokens: undefined, thinkingTokens: undefined, cachedTokens: undefined },
    modelVersion: undefined,
    latencyMs: 10,
    ...overrides,
  };
}

/** A judge's verdict. */
export function aVerdict(score: 0 | 1 | 2, overrides: Partial<Verdict> = {}): Verdict {
  return {
    score,
    errorType: score === 2 ? 'none' : score === 1 ? 'wrong_conclusion' : 'both_fail',
    explanation: 'Said so.',
    judge: { provider: 'openai-compatible', modelId: 'stand-in-judge', protocol: { id: 'sonoscore', version: '1' } },
    raw: '{}',
    ...overrides,
  };
}

/** A done Attempt at `question`, options shown as printed. */
export function anAttempt(question: Question, outcome: Outcome = 'correct', overrides: Partial<Attempt> = {}): Attempt {
  return {
    formatVersion: 1,
    runId: 'run-1',
    questionId: question.id,
    epoch: 0,
    state: { kind: 'done', outcome },
    optionOrder: question.kind === 'multiple-choice' ? question.options.map((_, index) => index) : [],
    prompt: undefined,
    clip: undefined,
    reply: undefined,
    prediction: undefined,
    verdict: undefined,
    failure: undefined,
    updatedAt: '2025-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** Prompts in the place of the authors', which are no part of this project. */
export function somePrompts(): ReferencePrompts {
  const question = { kind: 'field', name: 'question' } as const;
  return {
    video: 'Video.',
    frames: 'Frames.',
    blind: 'Blind.',
    framesMessage: [question],
    judge: 'Judge.',
    strictNote: 'Strict.',
    judgeMessage: [question],
  };
}
