import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { type ClassSession, type Deck, EMPTY_VOTES, writeDeckCode } from '../../../src/domain/classroom/index.ts';
import type { OptionLetter } from '../../../src/domain/benchmark/index.ts';
import { aBenchmark, aQuestion } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeClip } from './fake-clip.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

const now = '2026-01-01T00:00:00.000Z';

/** A deck of all multiple-choice questions of the services' benchmark. */
function aDeck({ sample }: FakeServices): Deck {
  const asked = sample.questions.filter(({ kind }) => kind === 'multiple-choice');
  return {
    formatVersion: 1,
    id: 'deck-1',
    name: 'Morning class',
    createdAt: now,
    benchmark: { name: sample.name, digest: sample.digest },
    questionIds: asked.map(({ id }) => id),
  };
}

async function findings(): Promise<readonly string[]> {
  const { violations } = await axe.run(document);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

test('a deck is made by hand, answered alone by keyboard, scored beside a model and kept as a run', async () => {
  const clip = await fakeClip();
  const services = new FakeServices({ sample: fakeBenchmark(6, 2), clip: () => Promise.resolve(clip) });
  await finishedRun(services);
  const screen = await openApp(services, '#/class');
  await screen.getByRole('button', { name: 'Open the sample' }).click();
  await expect.element(screen.getByText('By 1 run of models and baselines in this browser')).toBeVisible();
  await screen.getByLabelText('Name').fill('Veins');
  await screen.getByText('Choose by hand (4 of 4)').click();
  await screen
    .getByRole('checkbox', { name: /question 1/ })
    .first()
    .click();
  await screen.getByRole('button', { name: 'Make a deck of 3 questions' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Veins' })).toBeVisible();
  await screen.getByRole('link', { name: 'Solo quiz of Veins' }).click();
  await screen.getByRole('button', { name: 'Begin' }).click();
  const answers = [...services.classroom.decks.values()][0]!.questionIds.map((id) => {
    const question = services.sample.questions.find((each) => each.id === id);
    if (question?.kind !== 'multiple-choice') throw new Error('This is no question with options.');
    return question.options.findIndex(({ letter }) => letter === question.answer);
  });
  for (const [at, right] of answers.entries()) {
    await expect.element(screen.getByText(`Question ${at + 1} of 3`)).toBeVisible();
    await expect.element(screen.getByText('Right answer')).not.toBeInTheDocument();
    // The last one wrong.
    await userEvent.keyboard(String((at === 2 ? (right + 1) % 4 : right) + 1));
    await expect.element(screen.getByRole('button', { pressed: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText(at === 2 ? 'Not right.' : 'Right.', { exact: true })).toBeVisible();
    // An answer is final.
    await userEvent.keyboard('4');
    if (at === 0) expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(screen.getByRole('row', { name: /^You 2 of 3 66\.7 %/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^stand-in/ })).toBeVisible();
  expect(await findings()).toEqual([]);
  await screen.getByRole('link', { name: /^Whole result/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Veins: answered alone', level: 1 })).toBeVisible();
  await expect.element(screen.getByText(/answered by people/).first()).toBeVisible();
});

test('by a link without network, at the end and back: on a phone in dark colours', async () => {
  await page.viewport(360, 800);
  localStorage.setItem('sonoscore-theme', 'dark');
  const services = new FakeServices({ sample: fakeBenchmark(3, 2), clip: () => new Promise(() => undefined) });
  const code = writeDeckCode(aDeck(services), services.sample);
  const screen = await openApp(services, `#/quiz?deck=${code}`);
  await expect.element(screen.getByRole('heading', { name: 'Morning class' })).toBeVisible();
  await screen.getByRole('radio', { name: /At the end/ }).click();
  await screen.getByRole('button', { name: 'Begin' }).click();
  await screen.getByRole('button', { name: /^A / }).click();
  await screen.getByRole('button', { name: 'Next question' }).click();
  await screen.getByRole('button', { name: 'Back' }).click();
  await screen.getByRole('button', { name: /^B / }).click();
  await screen.getByRole('button', { name: 'Next question' }).click();
  expect(await findings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await screen.getByRole('button', { name: 'See the result' }).click();
  await expect.element(screen.getByText('Not answered.')).toBeVisible();
  expect(await findings()).toEqual([]);
  location.hash = `#/quiz?deck=${code.slice(0, -2)}`;
  await expect.element(screen.getByText(/cut short or altered/)).toBeVisible();
});

/** A class at one question whose answer is the given one, opened on the projector. */
async function aClassAt(answer: OptionLetter) {
  const sample = aBenchmark([aQuestion({ answer, evidence: `Evidence of ${answer}.` }), aQuestion({ number: 2 })]);
  const services = new FakeServices({ sample, clip: () => new Promise(() => undefined) });
  await finishedRun(services);
  const session: ClassSession = {
    formatVersion: 1,
    id: 'class-1',
    deck: aDeck(services),
    createdAt: now,
    updatedAt: now,
    place: { questionIndex: 0, stage: 'watch' },
    ledger: EMPTY_VOTES,
  };
  await services.classroom.changeClass('class-1', () => session);
  const screen = await openApp(services, '#/class/class-1');
  await expect.element(screen.getByText('Cutting the clip…')).toBeVisible();
  return { services, screen };
}

test('nothing on the page tells the answer before the reveal: it is the same page whatever the answer is', async () => {
  const seen: string[][] = [];
  for (const answer of ['B', 'D'] as const) {
    const { screen } = await aClassAt(answer);
    const stages: string[] = [];
    for (const stage of ['Watch', 'Vote', 'Discuss', 'Vote again']) {
      await expect.poll(() => document.querySelector('[aria-current=step]')?.textContent).toBe(stage);
      expect(document.body.textContent).not.toMatch(/Evidence|Right answer|stand-in/);
      stages.push(document.querySelector('main')?.innerHTML ?? '');
      await userEvent.keyboard('{ArrowRight}');
    }
    await expect.element(screen.getByText(`Evidence of ${answer}.`)).toBeVisible();
    seen.push(stages);
    await screen.unmount();
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('a class votes by raised hands, counted by keyboard; the reveal shows both votes and the models; runs are kept', async () => {
  const { services, screen } = await aClassAt('B');
  await userEvent.keyboard('{PageDown}112{Shift>}{Digit1}{/Shift}');
  await expect.element(screen.getByLabelText('Hands for A')).toHaveValue('1');
  await screen.getByLabelText('Hands for C').fill('12');
  await screen.getByRole('button', { name: 'One hand more for C' }).click();
  await expect.element(screen.getByLabelText('Hands for C')).toHaveValue('13');
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('t');
  await expect.element(screen.getByRole('timer')).toHaveTextContent(/^(1:00|0:5\d)$/);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(screen.getByRole('timer')).toHaveTextContent('');
  await userEvent.keyboard('2222{ArrowRight}');
  const right = screen.getByRole('listitem').filter({ hasText: 'Right answer' });
  await expect.element(right).toHaveTextContent(/Before 1 \(7 %\).*After 4 \(100 %\)/);
  await expect.element(screen.getByText(/Models:\s*stand-in/)).toBeVisible();
  localStorage.setItem('sonoscore-theme', 'dark');
  document.documentElement.dataset['theme'] = 'dark';
  expect(await findings()).toEqual([]);
  await screen.getByRole('button', { name: 'Keep the votes as runs' }).click();
  await screen.getByRole('link', { name: 'Compare with the models' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Compare runs', level: 1 })).toBeVisible();
  expect([...services.stored.keys()]).toEqual([
    'run-1',
    'class-1-first-majority',
    'class-1-first-each',
    'class-1-second-majority',
    'class-1-second-each',
  ]);
  // A reload finds the class where it was, with its votes.
  expect(services.classroom.classes.get('class-1')?.place.stage).toBe('reveal');
});
