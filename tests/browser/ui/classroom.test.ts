import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  type ClassSession,
  EMPTY_VOTES,
  tagOf,
  writeAnswerCode,
  writeDeckCode,
  writeSheetCode,
} from '../../../src/domain/classroom/index.ts';
import type { OptionLetter, Question } from '../../../src/domain/benchmark/index.ts';
import { PhonePerson } from '../../../src/ui/state/phone-person.ts';
import { aBenchmark, aFreeQuestion, aQuestion } from '../../unit/builders.ts';
import { aDeck } from './a-deck.ts';
import { axeFindings } from './axe-findings.ts';
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
    if (at === 0) expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(screen.getByRole('row', { name: /^You 2 of 3 66\.7 %/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^stand-in/ })).toBeVisible();
  // The person's own line lies under the heads of its columns, as a model's does.
  const [own, model] = [/^You/, /^stand-in/].map((name) =>
    [...screen.getByRole('row', { name }).element().children].map((cell) => cell.getBoundingClientRect().left),
  );
  expect(own).toEqual(model);
  expect(await axeFindings()).toEqual([]);
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
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await screen.getByRole('button', { name: 'See the result' }).click();
  await expect.element(screen.getByText('Not answered.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  location.hash = `#/quiz?deck=${code.slice(0, -2)}`;
  await expect.element(screen.getByText(/cut short or altered/)).toBeVisible();
});

/** A class at one question whose answer is the given one, opened on the projector. */
function aClassAt(answer: OptionLetter) {
  return aClassWith([aQuestion({ answer, evidence: `Evidence of ${answer}.` }), aQuestion({ number: 2 })]);
}

/** A class at the given questions, opened on the projector. */
async function aClassWith(questions: readonly Question[]) {
  const services = new FakeServices({ sample: aBenchmark(questions), clip: () => new Promise(() => undefined) });
  await finishedRun(services);
  const session: ClassSession = {
    formatVersion: 1,
    id: 'class-1',
    deck: { ...aDeck(services), questionIds: questions.map(({ id }) => id) },
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
  expect(await axeFindings()).toEqual([]);
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
  expect(await axeFindings()).toEqual([]);
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

test('typed answers: nothing tells the right one before the reveal; then they take 0, 1 or 2 points by keys', async () => {
  const seen: string[][] = [];
  for (const answer of ['To see it give way.', 'To find a clot.']) {
    const { services, screen } = await aClassWith([aFreeQuestion({ answer, evidence: `Evidence. ${answer}` })]);
    const stages: string[] = [];
    for (const stage of ['Watch', 'Vote', 'Discuss', 'Vote again']) {
      await expect.poll(() => document.querySelector('[aria-current=step]')?.textContent).toBe(stage);
      if (stage === 'Vote')
        for (const said of ['It is empty', 'No idea']) {
          await screen.getByLabelText('What somebody says').fill(said);
          await userEvent.keyboard('{Enter}');
        }
      expect(document.body.textContent).not.toMatch(/Evidence|Right answer|stand-in|give way|a clot|No idea/);
      stages.push(document.querySelector('main')?.innerHTML ?? '');
      // Arrows are the field's while one writes in it.
      await userEvent.keyboard(stage === 'Vote' ? '{Tab}{PageDown}' : '{PageDown}');
    }
    seen.push(stages);
    await expect.element(screen.getByText(`Evidence. ${answer}`)).toBeVisible();
    if (seen.length === 2) {
      // What has no points yet can be judged from here.
      await screen.getByRole('button', { name: 'Keep the votes as runs' }).click();
      await expect
        .element(screen.getByRole('link', { name: 'Judge what was typed first' }))
        .toHaveAttribute('href', '#/results/class-1-first-each');
    }
    await userEvent.keyboard('2{ArrowUp}0{ArrowDown}1');
    await expect.element(screen.getByRole('button', { name: '1 point', pressed: true })).toBeVisible();
    expect(
      services.classroom.classes
        .get('class-1')
        ?.ledger.scores?.map(({ score }) => score)
        .sort(),
    ).toEqual([0, 1]);
    if (seen.length === 2) expect(await axeFindings()).toEqual([]);
    await screen.unmount();
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('codes of phones are pasted: taken, here already, or told why not; what cannot be read stays to be mended', async () => {
  const { services, screen } = await aClassAt('B');
  const { deck } = services.classroom.classes.get('class-1')!;
  const code = (personId: string, choice: number) =>
    writeAnswerCode(deck, personId, [
      { personId, questionId: deck.questionIds[0] ?? '', stage: 'first', choice, counter: 1 },
    ]);
  await screen.getByText('Phones without a network').click();
  const field = screen.getByLabelText('Codes or links with them, one a line');
  await field.fill(`${code('p1', 1)}\nAnn: ${code('p2', 1)}\n${code('p1', 1)}\n${code('p3', 0).slice(0, -1)}`);
  await expect.element(screen.getByText('2 to take, 1 here already, 1 that cannot be read.')).toBeVisible();
  const lines = screen.getByRole('list', { name: 'Lines' });
  await expect.element(lines).toHaveTextContent(/Line 1: ✓ 1 answer.*Line 3: = here already.*Line 4: ✕ .*cut short/);
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Take 2 codes' }).click();
  await expect.element(screen.getByText(/Took the answers of 2 codes\./)).toBeVisible();
  await expect.element(field).toHaveValue(code('p3', 0).slice(0, -1));
  // Once more changes nothing.
  await field.fill(code('p1', 1));
  await expect.element(screen.getByRole('button', { name: 'Take 0 codes' })).toBeDisabled();
  expect(services.classroom.classes.get('class-1')?.ledger.votes).toHaveLength(2);
});

test('the answer page makes a code of what is chosen and typed, keeps both over a reload, and knows no answer', async () => {
  await page.viewport(360, 740);
  const seen: string[] = [];
  for (const answer of ['B', 'D'] as const) {
    const asked = [aQuestion({ answer }), aFreeQuestion({ answer: `Because of ${answer}.` })];
    const services = new FakeServices({ sample: aBenchmark(asked) });
    await services.benchmarks.keep(services.sample);
    const deck = { ...aDeck(services), questionIds: asked.map(({ id }) => id) };
    localStorage.removeItem(`sonoscore-answers-${tagOf(deck)}`);
    const hash = `#/answer?sheet=${writeSheetCode(deck, asked)}&deck=${writeDeckCode({ ...deck, name: '' }, services.sample)}`;
    const screen = await openApp(services, hash);
    await expect.element(screen.getByRole('heading', { name: 'What is the operator doing?' })).toBeVisible();
    await expect
      .element(screen.getByText('Answer a question, and the code for your teacher stands here.'))
      .toBeVisible();
    seen.push(document.querySelector('main')?.innerHTML ?? '');
    await screen.getByRole('button', { name: /^C / }).click();
    await screen.getByRole('button', { name: 'Next question' }).click();
    await screen.getByLabelText('Your answer, in your own words').fill('Because it gives way');
    await expect.element(screen.getByText('2 questions of 2 answered.')).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Because of|The narrator|Right answer/);
    const code = screen.getByLabelText('Code of your answers').element().textContent;
    // The page that votes live takes the same person for this phone.
    expect(code).toContain(new PhonePerson(() => localStorage, tagOf(deck)).id());
    await screen.unmount();
    const again = await openApp(services, hash);
    await expect.element(again.getByRole('button', { name: /^C /, pressed: true })).toBeVisible();
    await expect.element(again.getByLabelText('Code of your answers')).toHaveTextContent(code);
    if (answer === 'D') expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await again.unmount();
  }
  expect(seen[0]).toBe(seen[1]);
});

test('a deck is put in another order by keys and loses a question, which comes back; a revealed clip plays slowly', async () => {
  const clip = await fakeClip();
  const services = new FakeServices({ sample: fakeBenchmark(6, 2), clip: () => Promise.resolve(clip) });
  await services.benchmarks.keep(services.sample);
  const deck = aDeck(services);
  const [one, two, ...rest] = deck.questionIds;
  await services.classroom.putDeck(deck);
  const ids = () => services.classroom.decks.get('deck-1')?.questionIds;
  const screen = await openApp(services, '#/class');
  await screen.getByRole('button', { name: 'Open the sample' }).click();
  await screen.getByText('Order of the questions').click();
  screen
    .getByRole('button', { name: /^Move down/ })
    .first()
    .element()
    .focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(ids).toEqual([two, one, ...rest]);
  await expect.element(screen.getByText(`Moved to place 2 of ${deck.questionIds.length}.`)).toBeInTheDocument();
  // Focus has gone with it.
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(ids).toEqual(deck.questionIds);
  await screen
    .getByRole('button', { name: /^Take out/ })
    .nth(1)
    .click();
  await expect.poll(ids).toEqual([one, ...rest]);
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(ids).toEqual(deck.questionIds);

  await screen.getByRole('link', { name: 'Solo quiz of Morning class' }).click();
  await screen.getByRole('button', { name: 'Begin' }).click();
  await userEvent.keyboard('1{Enter}');
  await expect.element(screen.getByText(/^(Right|Not right)\.$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Look again, slowly' }).click();
  await expect.element(screen.getByLabelText('Speed')).toHaveValue('0.25');
  await expect.element(screen.getByText(/^From \d+:\d\d\.\d to \d+:\d\d\.\d of the source video\.$/)).toBeVisible();
}, 90_000);
