import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { withOverride } from '../../../src/domain/audit/index.ts';
import { aRunConfig, aVerdict } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices, keyOf } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

const judge = {
  model: {
    kind: 'provider',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9',
    modelId: 'judge',
    parameters: {},
  },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
} as const;

/** Three runs of one benchmark: a model that saw the video, itself without, and a baseline. */
async function threeRuns(): Promise<FakeServices> {
  const services = new FakeServices({ sample: fakeBenchmark(60, 16) });
  await services.benchmarks.keep(services.sample);
  for (const config of [
    aRunConfig({ judge }),
    aRunConfig({ judge, condition: 'text-only' }),
    aRunConfig({ kinds: ['multiple-choice'], model: { kind: 'baseline', baseline: 'shortest-option' } }),
  ]) {
    const { id } = await services.runs.start(config, services.sample, { key: undefined });
    services.advance(id, 100);
  }
  return services;
}

test('runs are chosen on the start page and stand beside each other', async () => {
  const services = await threeRuns();
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Compare runs…' }).click();
  const boxes = screen.getByRole('checkbox', { name: /^Compare the run of / });
  await boxes.nth(0).click();
  await expect.element(screen.getByText('Tick two to 8 runs of one benchmark.')).toBeVisible();
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  await screen.getByRole('link', { name: 'Compare them' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Compare runs', level: 1 })).toBeVisible();
  expect(location.hash).toBe('#/compare?runs=run-3,run-2,run-1');
  const scores = screen.getByRole('table', { name: /^Scores with/ });
  await expect.element(scores.getByRole('link', { name: 'stand-in (text only (blind))' })).toBeVisible();
  await expect.element(scores.getByRole('row', { name: /^Shortest option \(baseline\).*none scored/ })).toBeVisible();
  // A baseline answers no free-response question: the two others are compared alone.
  const free = screen.getByRole('region', { name: 'Free response' });
  await expect.element(free.getByRole('table')).toHaveTextContent(/stand-in \(video\) against stand-in \(text only/);
  const choices = screen.getByRole('region', { name: 'Multiple choice', exact: true });
  await expect.element(choices.getByText(/corrected for the 3 comparisons \(Holm\)/)).toBeVisible();
});

test('what the video was worth, how far judges agree and where two part are told', async () => {
  const services = await threeRuns();
  // The blind run has five questions wrong that the other has right.
  const blind = services.stored.get('run-2');
  const right = [...(blind?.attempts.values() ?? [])].filter(
    ({ questionId, state }) => questionId.startsWith('mcq') && state.kind === 'done' && state.outcome === 'correct',
  );
  for (const attempt of right.slice(0, 5))
    services.change({ ...attempt, state: { kind: 'done', outcome: 'incorrect' } });
  const screen = await openApp(services, '#/compare?runs=run-2,run-1');
  const gain = screen.getByRole('region', { name: 'What the video was worth' });
  await expect
    .element(
      gain.getByText(/^\+12\.5 points of accuracy .*: stand-in \(video\) against .* over 40 shared questions\.$/),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText(/They were shown different things: text only \(blind\) and video\./))
    .toBeVisible();
  const parting = screen.getByRole('region', { name: 'Where they part' });
  await expect
    .element(parting.getByRole('heading', { name: '5 questions that only stand-in (video) has right' }))
    .toBeVisible();
  await expect.element(parting.getByRole('heading', { name: /^0 questions that only stand-in \(text/ })).toBeVisible();
  // Both were given the same words, and the same scores.
  const judges = screen.getByRole('region', { name: 'How far the judges agree' });
  await expect
    .element(judges.getByText(/agree exactly on 100 % of 20 answers; quadratic-weighted kappa is 1\.00/))
    .toBeVisible();
  await parting.getByRole('link', { name: 'wrong answer' }).first().click();
  expect(location.hash).toMatch(/^#\/results\/run-2\/questions\/mcq/);
});

test('a run is compared from its results, and runs that are gone are counted', async () => {
  const services = await threeRuns();
  const screen = await openApp(services, '#/results/run-1');
  await screen.getByRole('link', { name: 'Compare with…' }).click();
  const chosen = screen.getByRole('checkbox', { name: /^stand-in .*judged by judge/ });
  await expect.element(screen.getByRole('group', { name: 'Runs to compare' })).toBeVisible();
  await expect.poll(() => chosen.elements().length).toBe(2);
  await screen.getByRole('checkbox', { name: /^Shortest option/ }).click();
  await expect.element(screen.getByRole('table', { name: /^Scores with/ })).toBeVisible();
  expect(location.hash).toBe('#/compare?runs=run-1,run-3');
  location.hash = '#/compare?runs=run-1,nobody';
  await expect.element(screen.getByText('1 run of this address is not in this browser.')).toBeVisible();
});

test('a person’s scores count in the comparison', async () => {
  const services = await threeRuns();
  const run = services.stored.get('run-1');
  for (const question of services.sample.questions) {
    const attempt = run?.attempts.get(keyOf({ questionId: question.id, epoch: 0 }));
    if (question.kind !== 'free-response' || attempt === undefined) continue;
    const judged = { ...attempt, verdict: aVerdict(0) };
    services.change(withOverride(question, judged, { score: 2, errorType: 'none', note: '', at: attempt.updatedAt }));
  }
  const screen = await openApp(services, '#/compare?runs=run-1,run-2');
  const row = screen.getByRole('table', { name: /^Scores with/ }).getByRole('row', { name: /^stand-in \(video\)/ });
  await expect.element(row).toHaveTextContent(/2\.00/);
});

test('the page follows a run that goes on, and leaves the reader where they were', async () => {
  const services = await threeRuns();
  const { id } = await services.runs.start(aRunConfig({ judge, condition: 'frames' }), services.sample, {
    key: undefined,
  });
  services.advance(id, 15);
  const screen = await openApp(services, `#/compare?runs=run-1,${id}`);
  await expect.element(screen.getByText(/^One of these runs goes on/)).toBeVisible();
  const row = screen.getByRole('table', { name: /^Scores with/ }).getByRole('row', { name: /^stand-in \(frames\)/ });
  const before = row.element();
  const shown = before.textContent;
  await screen.getByText(/^Choose other runs/).click();
  const box = screen.getByRole('checkbox', { name: /^Shortest option/ });
  box.element().focus();
  services.advance(id, 20);
  await expect.poll(() => row.element().textContent, { timeout: 8_000 }).not.toBe(shown);
  services.advance(id, 100);
  await expect.element(screen.getByText(/^One of these runs goes on/)).not.toBeInTheDocument();
  expect(row.element()).toBe(before);
  await expect.element(box).toHaveFocus();
});
