import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aRun, aVerdict } from '../../unit/builders.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

/** A finished Run: of eight multiple-choice questions five right, one wrong, one without answer, one failed; two free. */
async function storedRun(verdicts: readonly (0 | 1 | 2)[] = []) {
  const choices = Array.from({ length: 8 }, (_, index) =>
    aQuestion({
      number: index + 1,
      sourceKey: `source-${index % 2}`,
      videoKey: `video_${index % 2}`,
      type: index < 4 ? 1 : 2,
      endSeconds: index < 6 ? 4 : 12,
    }),
  );
  const free = [1, 2].map((number) => aFreeQuestion({ number, videoKey: 'video_0', sourceKey: 'source-0' }));
  const sample = aBenchmark([...choices, ...free]);
  const services = new FakeServices({ sample });
  await services.benchmarks.keep(sample);
  const outcomes = ['correct', 'correct', 'correct', 'correct', 'incorrect', 'correct', 'no-answer', 'failed'] as const;
  const attempts = [
    ...choices.map((question, index) => anAttempt(question, outcomes[index] ?? 'failed')),
    ...free.map((question, index) => {
      const score = verdicts[index];
      if (score === undefined) return anAttempt(question, 'unjudged');
      return anAttempt(question, (['incorrect', 'partly-correct', 'correct'] as const)[score], {
        verdict: aVerdict(score),
      });
    }),
  ];
  const run = aRun(sample);
  services.stored.set(run.id, { run, attempts: new Map(attempts.map((attempt) => [attempt.questionId, attempt])) });
  return services;
}

test('replies that nobody judged are neither right nor wrong, and the page says so', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  await expect.element(screen.getByRole('heading', { name: 'Mean judge score, free response' })).toBeVisible();
  await expect.element(screen.getByText('Not judged', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText(/2 replies are kept as they came/)).toBeVisible();
});

test('the judge’s scores have their mean', async () => {
  const screen = await openApp(await storedRun([2, 1]), '#/results/run-1');
  await expect.element(screen.getByText('1.50 of 2')).toBeVisible();
});

test('the ledger counts each question once, and its numbers lead to their questions', async () => {
  await page.viewport(1280, 900);
  const screen = await openApp(await storedRun(), '#/results/run-1');
  for (const words of ['5 correct', '1 incorrect', '1 without an answer', '1 failed', '2 not judged'])
    await expect.element(screen.getByRole('link', { name: words, exact: true })).toBeVisible();
  await screen.getByRole('link', { name: '1 without an answer' }).click();
  await expect.element(screen.getByText('1 of 10 questions', { exact: false })).toBeVisible();
  await expect.element(screen.getByLabelText('Outcome')).toHaveValue('no-answer');
});

test('each group has its own line, also where nothing was scored', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  const types = screen.getByRole('table', { name: 'By question type' });
  await expect.element(types.getByRole('row', { name: /^1: Action and goal 4 100\.0 %/ })).toBeVisible();
  await expect.element(types.getByRole('row', { name: /^3: .* 0 none scored/ })).toBeVisible();
  const lengths = screen.getByRole('table', { name: 'By length of the clip' });
  await expect.element(lengths.getByRole('row', { name: /^Under 5 s 6/ })).toBeVisible();
});

test('results fill in while the run goes on, and say so', async () => {
  const services = new FakeServices();
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Run it now' }).click();
  await screen.getByRole('link', { name: 'Results so far' }).click();
  await expect.element(screen.getByText('0 of 10 questions are done')).toBeVisible();
  services.advance('run-1', 4);
  await expect.element(screen.getByText('4 of 10 questions are done')).toBeVisible();
  services.advance('run-1', 6);
  await expect.element(screen.getByText('questions are done')).not.toBeInTheDocument();
});

test('without its benchmark the outcomes are still shown, and how to get the rest', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  services.keptBenchmarks.clear();
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByText(/The benchmark of this run is not in this browser/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Questions: 14 questions' })).toBeVisible();
});

test('a Video’s line leads to its questions', async () => {
  await page.viewport(1280, 900);
  const screen = await openApp(await storedRun(), '#/results/run-1');
  const table = screen.getByRole('table', { name: 'By Video' });
  await expect.element(table.getByRole('row', { name: 'video 0 6 2' })).toBeVisible();
  await table.getByRole('link', { name: 'video 1' }).click();
  await expect.element(screen.getByText('4 of 10 questions', { exact: false })).toBeVisible();
});
