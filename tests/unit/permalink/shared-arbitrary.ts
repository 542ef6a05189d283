import fc from 'fast-check';

import type { Question } from '../../../src/domain/benchmark/index.ts';
import type { Attempt, ModelChoice, RunConfig } from '../../../src/domain/run/index.ts';
import { OUTCOMES } from '../../../src/domain/run/index.ts';
import { shareRuns, type SharedResult } from '../../../src/domain/permalink/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aRunConfig, aVerdict } from '../builders.ts';

const anyText = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 12 }));
const anyParameters = fc.dictionary(
  fc.constantFrom('temperature', 'top_p', 'max_tokens', 'fps', 'Größe', '<b>'),
  fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
);
const anyModel: fc.Arbitrary<ModelChoice> = fc.oneof(
  fc.record({ kind: fc.constant('baseline'), baseline: fc.constantFrom('always-A', 'seeded-random') }),
  fc.record({ kind: fc.constant('published'), name: anyText, source: anyText }),
  fc.record({
    kind: fc.constant('provider'),
    provider: anyText,
    baseUrl: fc.constantFrom('https://models.example/v1', 'http://127.0.0.1:8000/v1', ''),
    modelId: anyText,
    parameters: anyParameters,
  }),
);

const anyConfig: fc.Arbitrary<RunConfig> = fc
  .record({
    model: anyModel,
    protocol: fc.record({ id: fc.constantFrom('sonoscore', 'reference'), version: anyText }),
    condition: fc.constantFrom('video', 'frames', 'text-only', 'options-only'),
    optionOrder: fc.constantFrom('as-printed', 'reference', 'seeded', 'circular'),
    limit: fc.option(fc.nat(), { nil: undefined }),
    seed: fc.nat({ max: 0xffff_ffff }),
    epochs: fc.integer({ min: 1, max: 20 }),
    extras: fc.record(
      {
        evenOptions: fc.constant(true),
        clipEngine: fc.constantFrom('ffmpeg', 'webcodecs'),
        freshAnswers: fc.constant(true),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ extras, ...rest }) => ({ ...aRunConfig(rest), ...extras }));

/** Questions of three source videos, kinds and kept ones mixed. */
export const QUESTIONS: readonly Question[] = Array.from({ length: 24 }, (_, place): Question => {
  const where = { videoKey: `video-${place % 5}`, sourceKey: `source-${place % 3}`, number: place + 1 };
  return place % 2 === 0 ? aQuestion({ ...where, keep: place % 8 !== 6 }) : aFreeQuestion(where);
});
export const BENCHMARK = aBenchmark(QUESTIONS);

function attemptsOf(seeds: readonly number[]): readonly Attempt[] {
  return QUESTIONS.flatMap((question, place) =>
    Array.from({ length: 1 + ((seeds[place] ?? 0) % 2) }, (_, epoch) => {
      const seed = (seeds[(place * 7 + epoch) % seeds.length] ?? 0) + epoch;
      const outcome = OUTCOMES[seed % OUTCOMES.length] ?? 'failed';
      if (seed % 13 === 0) return anAttempt(question, 'correct', { epoch, state: { kind: 'queued' } });
      const judged = ['correct', 'partly-correct', 'incorrect'].indexOf(outcome);
      return anAttempt(question, question.kind === 'multiple-choice' && judged === 1 ? 'correct' : outcome, {
        epoch,
        reply: aReply('Secret words of a reply', { modelVersion: seed % 2 === 0 ? 'v1' : 'v2' }),
        ...(question.kind === 'multiple-choice'
          ? { prediction: judged < 0 ? undefined : { kind: 'letter', shownLetter: 'A', printedIndex: seed % 4 } }
          : {
              verdict: judged === 0 ? aVerdict(2) : judged === 1 ? aVerdict(1) : judged === 2 ? aVerdict(0) : undefined,
            }),
      });
    }),
  );
}

/** What `shareRuns` makes of one to four random Runs. */
export const anyShared: fc.Arbitrary<SharedResult> = fc
  .array(fc.record({ config: anyConfig, seeds: fc.array(fc.nat({ max: 500 }), { minLength: 24, maxLength: 24 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((runs) =>
    shareRuns(
      BENCHMARK,
      runs.map(({ config, seeds }) => ({
        run: aRun(BENCHMARK, {
          config,
          questionIds: QUESTIONS.filter((_, at) => seeds[at]! % 9 !== 0).map(({ id }) => id),
        }),
        attempts: attemptsOf(seeds),
      })),
    ),
  );
