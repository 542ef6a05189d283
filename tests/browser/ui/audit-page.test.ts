import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { aRunConfig } from '../../unit/builders.ts';
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

/** A run whose 20 free-response answers have a judge's scores. */
async function judgedRun(options: ConstructorParameters<typeof FakeServices>[0] = {}): Promise<FakeServices> {
  const services = new FakeServices({ sample: fakeBenchmark(60, 16), ...options });
  await services.benchmarks.keep(services.sample);
  const { id } = await services.runs.start(aRunConfig({ judge }), services.sample, { key: undefined });
  services.advance(id, 100);
  return services;
}

/** The judge's score of whatever is shown, which the page itself must not tell. */
function judgeScoreOf(services: FakeServices, questionId: string): number {
  const attempt = services.stored.get('run-1')?.attempts.get(keyOf({ questionId, epoch: 0 }));
  return attempt?.verdict?.score ?? NaN;
}

test('a sample is scored blind, by keys alone, is there after a reload, and ends in the judge’s measure', async () => {
  const services = await judgedRun();
  const first = await openApp(services, '#/results/run-1');
  await first.getByRole('link', { name: 'Audit the judge' }).click();
  await first.getByLabelText('Answers to score').fill('many');
  await first.getByRole('button', { name: 'Begin' }).click();
  await expect.element(first.getByText('a whole number from 2 to 500')).toBeVisible();
  await first.getByLabelText('Answers to score').fill('12');
  await first.getByRole('button', { name: 'Begin' }).click();
  await expect.element(first.getByText('0 of 12 answers scored; this is answer 1')).toBeVisible();
  const sample = services.audits.audits.get('run-1')?.sample ?? [];
  expect(sample).toHaveLength(12);

  const article = first.getByRole('article');
  await expect.element(article.getByRole('heading', { name: 'Right answer' })).toBeVisible();
  await expect.element(article.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  expect(article.element().textContent).not.toMatch(/judge|Said so/i);
  await userEvent.keyboard('{Enter}');
  await expect.element(first.getByText('Choose 0, 1 or 2 first.')).toBeVisible();
  await userEvent.keyboard('1v{Enter}');
  await expect.element(first.getByText('1 of 12 answers scored; this is answer 2')).toBeVisible();
  expect(services.audits.audits.get('run-1')?.scores).toMatchObject([
    { questionId: sample[0]?.questionId, score: 1, errorType: 'wrong_visual_evidence' },
  ]);
  await userEvent.keyboard('k');
  await expect.element(first.getByText('1 of 12 answers scored; this is answer 1')).toBeVisible();
  await expect.element(article.getByRole('radio', { name: 'Wrong visual evidence' })).toBeChecked();
  await first.unmount();

  const screen = await openApp(services, '#/results/run-1/audit');
  await expect.element(screen.getByText('1 of 12 answers scored; this is answer 2')).toBeVisible();
  for (const [index, { questionId }] of sample.entries()) {
    if (index === 0) continue;
    await expect.element(screen.getByText(`${index} of 12 answers scored; this is answer ${index + 1}`)).toBeVisible();
    // Once more strict than the judge, otherwise at one with it.
    await userEvent.keyboard(
      `${index === 1 ? Math.max(0, judgeScoreOf(services, questionId) - 1) : judgeScoreOf(services, questionId)}{Enter}`,
    );
  }
  await expect.element(screen.getByRole('heading', { name: 'What the audit says' })).toBeVisible();
  await expect
    .element(
      screen.getByText(/^You and the judge agree exactly on \d+ % of 12 answers; quadratic-weighted kappa is 0\.\d\d/),
    )
    .toBeVisible();
  await expect
    .element(
      screen.getByRole('row', { name: /^Corrected for the judge’s measured error \d\.\d\d \d\.\d\d to \d\.\d\d$/ }),
    )
    .toBeVisible();
  // The audit has changed nothing in the run.
  expect([...(services.stored.get('run-1')?.attempts.values() ?? [])].some(({ override }) => override)).toBe(false);
  await screen.getByRole('link', { name: 'Overview' }).click();
  await expect
    .element(screen.getByText(/A person scored 12 answers blind/))
    .toHaveTextContent(/weighted kappa with the judge is 0\.\d\d, and corrected for the judge’s error the mean is \d/);
});

test('a person’s scores are taken over as overrides in one step, and back; another sample can be drawn, and undone', async () => {
  const exported: unknown[] = [];
  const services = await judgedRun({
    exchange: {
      export: () => Promise.reject(new Error('not asked for')),
      exportAudit: (...call) => {
        exported.push([call[0], call[2]]);
        return Promise.resolve({ name: 'audit.csv', blob: new Blob(['a']) });
      },
      import: () => Promise.reject(new Error('not asked for')),
    },
  });
  const screen = await openApp(services, '#/results/run-1/audit');
  await screen.getByLabelText('Answers to score').fill('3');
  await screen.getByRole('button', { name: 'Begin' }).click();
  for (const index of [1, 2, 3]) {
    await expect.element(screen.getByText(`this is answer ${index}`)).toBeVisible();
    await screen.getByRole('radio', { name: /^2 / }).click();
    await screen.getByRole('button', { name: /^Save and/ }).click();
  }
  const overridden = () =>
    [...(services.stored.get('run-1')?.attempts.values() ?? [])].filter(({ override }) => override !== undefined);
  await screen.getByRole('button', { name: 'Let my 3 scores count' }).click();
  await expect.element(screen.getByText('3 scores of yours count in the results now.')).toBeVisible();
  expect(overridden().map(({ state }) => state)).toEqual(Array(3).fill({ kind: 'done', outcome: 'correct' }));
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('button', { name: 'Let my 3 scores count' })).toBeVisible();
  expect(overridden()).toEqual([]);
  await screen.getByRole('button', { name: 'Table (CSV)' }).click();
  await expect.poll(() => exported).toEqual([['run-1', 'csv']]);
  await screen.getByRole('button', { name: 'Draw another sample' }).click();
  await expect.element(screen.getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(services.audits.audits.size).toBe(0);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('heading', { name: 'What the audit says' })).toBeVisible();
  expect(services.audits.audits.get('run-1')?.scores).toHaveLength(3);
});

test('where nothing was judged the page says where to choose a judge', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(services.sample);
  const { id } = await services.runs.start(aRunConfig(), services.sample, { key: undefined });
  services.advance(id, 100);
  const screen = await openApp(services, '#/results/run-1/audit');
  await expect.element(screen.getByText(/No free-response answer of this run has been judged/)).toBeVisible();
});
