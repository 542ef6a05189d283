import type { RunWithAttempts } from '../../../src/domain/report/index.ts';
import { OUTCOMES } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aRunConfig, aVerdict } from '../builders.ts';

const letters = Array.from({ length: OUTCOMES.length }, (_, place) => aQuestion({ number: place + 1 }));
const texts = Array.from({ length: 3 }, (_, place) => aFreeQuestion({ number: place + 1 }));

export const GOLDEN_BENCHMARK = aBenchmark([...letters, ...texts], {
  name: 'Ein Maßstab “für” 试验',
  origin: { kind: 'repository', repository: 'a/b', commit: 'c0ffee00'.repeat(5), baseUrl: 'https://files.example' },
});

/** Every outcome, several error types, an override, a judge, a baseline, an unanswered question. */
export function goldenRuns(): readonly RunWithAttempts[] {
  const config = aRunConfig({
    model: {
      kind: 'provider',
      provider: 'gemini',
      baseUrl: 'https://models.example/v1',
      modelId: 'model-1',
      parameters: { temperature: 0.25, fps: 2, thinking: true, note: 'Größe' },
    },
    condition: 'youtube-uncropped',
    optionOrder: 'seeded',
    seed: 4_294_967_295,
    limit: 500,
    evenOptions: true,
    clipEngine: 'ffmpeg',
    judge: {
      model: { kind: 'provider', provider: 'openai', baseUrl: '', modelId: 'judge-1', parameters: {} },
      protocol: { id: 'reference', version: '1' },
      strict: true,
    },
  });
  const attempts = [
    ...letters.map((question, place) =>
      anAttempt(question, OUTCOMES[place], {
        reply: aReply('', { modelVersion: 'model-1-0001' }),
        ...(place < 3 ? { prediction: { kind: 'letter', shownLetter: 'A', printedIndex: place + 1 } } : {}),
      }),
    ),
    ...texts.map((question, place) =>
      anAttempt(question, (['incorrect', 'partly-correct', 'correct'] as const)[place], {
        verdict: aVerdict(([0, 1, 2] as const)[place] ?? 0),
        ...(place === 1 ? { override: { score: 1, errorType: 'wrong_visual_evidence', note: '', at: '' } } : {}),
      }),
    ),
  ];
  const baseline = aRunConfig({
    model: { kind: 'baseline', baseline: 'seeded-random' },
    condition: 'options-only',
    kinds: ['multiple-choice'],
  });
  const [first] = letters;
  return [
    { run: aRun(GOLDEN_BENCHMARK, { config }), attempts },
    {
      run: aRun(GOLDEN_BENCHMARK, { config: baseline, questionIds: first === undefined ? [] : [first.id] }),
      attempts: first === undefined ? [] : [anAttempt(first, 'correct', { epoch: 1 })],
    },
  ];
}
