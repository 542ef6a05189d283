import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { presets } from '../../../src/providers/index.ts';
import { aRunConfig } from '../../unit/builders.ts';
import { aDeck } from './a-deck.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeClip } from './fake-clip.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

beforeEach(async () => {
  await page.viewport(360, 800);
});

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

test('on a phone parameters’ names are readable in full', async () => {
  const services = new FakeServices({ keys: new Map(), presets });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await screen.getByLabelText('Provider', { exact: true }).selectOptions('gemini');
  await screen.getByText(/^Parameters and prices/).click();
  const names = screen.getByLabelText(/^Name of parameter/);
  await expect.element(names.first()).toBeVisible();
  for (const name of names.elements()) expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test('on a phone the questions of a deck have its width, and of a matrix with many marks too', async () => {
  const services = new FakeServices({ sample: fakeBenchmark(24, 8) });
  await finishedRun(services);
  for (const baseline of ['always-A', 'always-B', 'shortest-option'] as const) {
    const model = { kind: 'baseline', baseline } as const;
    const { id } = await services.runs.start(aRunConfig({ model }), services.sample, { key: undefined });
    services.advance(id, 100);
  }
  await services.classroom.putDeck(aDeck(services));
  const screen = await openApp(services, '#/class');
  await screen.getByRole('button', { name: 'Open the sample' }).click();
  await screen.getByText('Order of the questions').click();
  const [first] = services.sample.questions;
  if (first === undefined) throw new Error('The sample has no question.');
  const inDeck = screen.getByRole('list', { name: 'Questions of Morning class' }).getByRole('listitem').first();
  await expect.element(inDeck).toBeVisible();
  const stem = inDeck.element().querySelector('.stem') ?? inDeck.element();
  expect(boxOf(stem).width).toBeGreaterThan(0.7 * boxOf(inDeck.element()).width);
  screen.unmount();

  const compared = await openApp(services, '#/compare?runs=run-1,run-2,run-3,run-4');
  const matrix = compared.getByRole('region', { name: 'Questions by runs' });
  await expect.element(matrix.getByRole('listitem').first()).toBeInTheDocument();
  const row = matrix.getByRole('listitem').first().element();
  const shown = row.querySelector('.stem') ?? row;
  expect(boxOf(shown).width).toBeGreaterThan(0.9 * boxOf(row).width);
  const mark = row.querySelector('.marks') ?? row;
  expect(boxOf(mark).top).toBeGreaterThanOrEqual(boxOf(shown).bottom);
  expect(boxOf(mark).bottom).toBeLessThanOrEqual(boxOf(row).bottom);
});

test('texts of options begin in one line, and what is said of one stands apart', async () => {
  const clip = await fakeClip();
  const services = new FakeServices({ sample: fakeBenchmark(6, 2), clip: () => Promise.resolve(clip) });
  await services.benchmarks.keep(services.sample);
  const deck = aDeck(services);
  await services.classroom.putDeck(deck);
  const screen = await openApp(services, '#/quiz?deck=deck-1');
  await screen.getByRole('button', { name: 'Begin' }).click();
  const question = services.sample.questions.find(({ id }) => id === deck.questionIds[0]);
  if (question?.kind !== 'multiple-choice') throw new Error('This is no question with options.');
  const options = screen.getByRole('list', { name: 'Options' }).getByRole('button');
  const lefts = options.elements().map((option) => boxOf(option.children[1] ?? option).left);
  expect(new Set(lefts).size).toBe(1);
  await options.nth(question.options.findIndex(({ letter }) => letter === question.answer)).click();
  await screen.getByRole('button', { name: 'Answer', exact: true }).click();
  const mine = boxOf(screen.getByText(/Your answer$/).element());
  const right = boxOf(screen.getByText(/^\s*Right answer$/).element());
  expect(right.top > mine.top || right.left - mine.right >= 8).toBe(true);
});
