import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { keyDigestOf, newRoom, roomSigner } from '../../../src/app/index.ts';
import {
  type ClassSession,
  type Deck,
  EMPTY_VOTES,
  studentMessage,
  writeDeckCode,
  writeInvitation,
  writeSheetCode,
} from '../../../src/domain/classroom/index.ts';
import { formatRoute, NO_FILTER, type Route } from '../../../src/ui/state/route.ts';
import { aRunConfig } from '../../unit/builders.ts';
import { axeFindings } from './axe-findings.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const SAMPLE = fakeBenchmark(14, 4);

/** The multiple-choice questions of the sample. */
const DECK: Deck = {
  formatVersion: 1,
  id: 'deck-1',
  name: 'Morning class',
  createdAt: '2026-01-01T00:00:00.000Z',
  benchmark: { name: SAMPLE.name, digest: SAMPLE.digest },
  questionIds: SAMPLE.questions.filter(({ kind }) => kind === 'multiple-choice').map(({ id }) => id),
};

const ROOM = await newRoom();
const INVITATION = writeInvitation({
  ...ROOM,
  keyDigest: await keyDigestOf(ROOM.publicKey),
  relayUrls: [],
  stunUrls: [],
});

const questionsOf = (questionId: string | undefined): Extract<Route, { kind: 'questions' }> => ({
  kind: 'questions',
  runId: 'run-1',
  questionId,
  filter: NO_FILTER,
});

/** Every page there is, each with what it shows of two finished runs and a class; a new kind of route must name its own. */
const PAGES: { readonly [Kind in Route['kind']]: readonly Extract<Route, { kind: Kind }>[] } = {
  start: [{ kind: 'start' }],
  setup: [{ kind: 'setup' }],
  configured: [{ kind: 'configured', query: 'model=stand-in&condition=text-only' }],
  videos: [{ kind: 'videos' }],
  run: [
    { kind: 'run', runId: 'run-1' },
    { kind: 'run', runId: 'nobody' },
  ],
  results: [{ kind: 'results', runId: 'run-1' }],
  questions: [questionsOf(undefined), questionsOf(SAMPLE.questions[0]?.id)],
  compare: [{ kind: 'compare', runIds: ['run-1', 'run-2'] }],
  audit: [{ kind: 'audit', runId: 'run-1' }],
  about: [{ kind: 'about' }],
  class: [{ kind: 'class' }],
  present: [{ kind: 'present', classId: 'class-1' }],
  quiz: [{ kind: 'quiz', deck: DECK.id }],
  answer: [
    {
      kind: 'answer',
      query: `sheet=${writeSheetCode(DECK, SAMPLE.questions)}&deck=${writeDeckCode(DECK, SAMPLE)}`,
    },
  ],
  join: [{ kind: 'join', query: INVITATION }],
  // The rest of its address is the link to both runs.
  shared: [{ kind: 'shared', payload: '' }],
  open: [{ kind: 'open', url: 'https://files.example/run.json' }],
  unknown: [{ kind: 'unknown', hash: '#/nowhere' }],
};
const ADDRESSES = Object.values(PAGES).flatMap((routes) => routes.map((route: Route) => formatRoute(route)));

/** A browser in which all of these pages have something to show. */
async function withEverything(): Promise<FakeServices> {
  const services = new FakeServices({ sample: SAMPLE, clip: () => new Promise(() => undefined) });
  await finishedRun(services);
  await finishedRun(services, 'baseline');
  await services.classroom.putDeck(DECK);
  const { createdAt } = DECK;
  const place = { questionIndex: 0, stage: 'vote' } as const;
  const session: ClassSession = {
    formatVersion: 1,
    id: 'class-1',
    deck: DECK,
    createdAt,
    updatedAt: createdAt,
    place,
    ledger: EMPTY_VOTES,
  };
  await services.classroom.changeClass(session.id, () => session);
  const sign = await roomSigner(ROOM);
  const [question] = SAMPLE.questions;
  if (question === undefined) throw new Error('The sample has no question.');
  const told = { kind: 'state', sequence: 1, deckName: DECK.name, questionNumber: 1, questionCount: 9 };
  const message = await sign(JSON.stringify({ ...told, message: studentMessage('vote', question) }));
  const line = await services.classNetwork.enter({ ...ROOM, relayUrls: [], stunUrls: [] }, 'teacher', {
    onJoin: (peerId) => line.send(message, peerId),
    onLeave: () => undefined,
    onMessage: () => undefined,
    onRelays: () => undefined,
  });
  return services;
}

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

test.each(ADDRESSES)('at %s axe finds nothing, light or dark, and nothing is too wide', async (address) => {
  const services = await withEverything();
  const link = address === '#/r/' ? await services.permalinks.write(['run-1', 'run-2'], SAMPLE) : '';
  await page.viewport(1440, 900);
  const screen = await openApp(services, address + link);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  const waits = /Opening the|Looking for|Reading the link/;
  await expect.poll(() => document.body.textContent, { timeout: 10_000 }).not.toMatch(waits);
  // The one in the middle is what twice the size leaves of the widest.
  for (const width of [1440, 720, 360]) {
    await page.viewport(width, 900);
    expect(document.documentElement.scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
    for (const theme of width === 720 ? ['light'] : ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      // What fades from colour to colour has the new one at once.
      for (const fading of document.getAnimations()) fading.finish();
      expect(await axeFindings(), `${width} px, ${theme}`).toEqual([]);
    }
  }
});

describe.each(['light', 'dark'])('in %s colours, 360 px wide', (theme) => {
  test('axe finds nothing on the setup page with everything unfolded', async () => {
    await page.viewport(360, 900);
    localStorage.setItem('sonoscore-theme', theme);
    const services = new FakeServices({ keys: new Map() });
    await services.benchmarks.keep(services.sample);
    const screen = await openApp(services, '#/setup');
    await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
    await screen.getByRole('radio', { name: /Another model/ }).click();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    await screen.getByRole('button', { name: 'Add a parameter' }).first().click();
    await screen.getByLabelText(/^Stop at/).fill('lots');
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  test('axe finds nothing on judged results with everything unfolded, nor on a question of theirs', async () => {
    await page.viewport(360, 900);
    localStorage.setItem('sonoscore-theme', theme);
    const services = new FakeServices({ sample: fakeBenchmark(60, 8) });
    await services.benchmarks.keep(services.sample);
    const config = aRunConfig();
    if (config.model.kind !== 'provider') throw new Error('The builder makes another run than this test needs.');
    const judge = { model: config.model, protocol: config.protocol, strict: false };
    await services.runs.start({ ...config, epochs: 2, judge }, services.sample, { key: undefined });
    services.advance('run-1', 120);
    const screen = await openApp(services, '#/results/run-1');
    await expect.element(screen.getByRole('table', { name: /^Kinds of error/ })).toBeInTheDocument();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await screen.getByRole('link', { name: /partly correct$/ }).click();
    await screen.getByRole('region', { name: 'Questions' }).getByRole('link').first().click();
    await expect.element(screen.getByRole('navigation', { name: 'Answers to this question' })).toBeInTheDocument();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    expect(await axeFindings()).toEqual([]);
  });
});

describe.each(['light', 'dark'])('in %s colours, with two runs that answered', (theme) => {
  test.each([
    ['leaderboard', '#/', /^Leaderboard/],
    ['plots of a result', '#/results/run-1', 'Plots'],
    ['matrix and plots of a comparison', '#/compare?runs=run-1,run-2', 'Plots'],
  ])('axe finds nothing in the %s', async (_name, hash, region) => {
    await page.viewport(360, 900);
    localStorage.setItem('sonoscore-theme', theme);
    const services = new FakeServices({ sample: fakeBenchmark(24, 8) });
    await finishedRun(services);
    await finishedRun(services, 'baseline');
    const screen = await openApp(services, hash);
    const section = screen.getByRole('region', { name: region, exact: true });
    await expect.element(section).toBeInTheDocument();
    section.element().scrollIntoView();
    if (region === 'Plots') await expect.element(section.getByRole('img').first()).toBeInTheDocument();
    else await expect.element(section.getByRole('table')).toBeInTheDocument();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

test('each page has its title, and its heading is focused when one comes to it', async () => {
  const screen = await openApp(new FakeServices());
  expect(document.title).toBe('Sonoscore');
  await screen.getByRole('link', { name: 'About', exact: true }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'About Sonoscore' })).toHaveFocus();
  expect(document.title).toBe('About · Sonoscore');
});

test('the first Tab leads to a link past the navigation', async () => {
  const screen = await openApp(new FakeServices());
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('link', { name: 'Skip to the content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(location.hash).toBe('#/');
});

test('the chosen colours hold after a reload', async () => {
  const screen = await openApp(new FakeServices());
  await screen.getByLabelText('Colours').selectOptions('Dark');
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark');
  screen.unmount();
  delete document.documentElement.dataset['theme'];
  await openApp(new FakeServices());
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark');
});
