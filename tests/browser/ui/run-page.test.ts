import { expect, test, vi } from 'vitest';

import { fakeBenchmark } from './fake-benchmark.ts';
import type { ModelPreset, UnreadableRuns } from '../../../src/app/index.ts';
import { aReply, aRunConfig } from '../../unit/builders.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const PRICED: ModelPreset = {
  id: 'priced',
  label: 'Priced',
  provider: 'openai-compatible',
  baseUrl: '',
  modelId: 'stand-in',
  parameters: {},
  keyNeeded: false,
  price: { inputPerMillion: 2, outputPerMillion: 12 },
};

async function startRun(services: FakeServices) {
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Try the sample' }).click();
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('stand-in');
  await screen.getByLabelText(/^Key/).fill('sk-1');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  return screen;
}

test('progress is told in numbers and words, and the results open by themselves at the end', async () => {
  const services = new FakeServices();
  const screen = await startRun(services);
  await expect.element(screen.getByRole('heading', { name: '0 of 14 done' })).toBeVisible();
  services.advance('run-1', 6);
  await expect.element(screen.getByRole('heading', { name: '6 of 14 done' })).toBeVisible();
  const bar = screen.getByRole('progressbar', { name: 'Questions answered' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '6');
  await expect.element(bar).toHaveAttribute('aria-valuetext', '6 of 14 questions');
  await expect.element(screen.getByText('To come 8')).toBeVisible();
  await expect.element(screen.getByText('Asking the model')).toBeVisible();
  services.advance('run-1', 8);
  await expect.element(screen.getByRole('link', { name: 'Overview' })).toBeVisible();
  expect(location.hash).toBe('#/results/run-1');
});

test('failures are told by reason', async () => {
  const services = new FakeServices();
  const screen = await startRun(services);
  services.advance('run-1', 13);
  await expect.element(screen.getByRole('heading', { name: 'Too many requests' })).toBeVisible();
  await expect.element(screen.getByText(/still did after five tries/)).toBeVisible();
});

test('cancel is no failure, and the rest can be asked later', async () => {
  const services = new FakeServices();
  const screen = await startRun(services);
  services.advance('run-1', 3);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Cancelled after 3 of 14' })).toBeVisible();
  expect(services.activeRuns.size).toBe(0);
  await expect.element(screen.getByRole('heading', { name: 'What went wrong' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Go on with the 11 questions left' }).click();
  await expect.element(screen.getByRole('heading', { name: '3 of 14 done' })).toBeVisible();
  expect(services.activeRuns.has('run-1')).toBe(true);
});

test('a run that was broken off by a reload says so and goes on', async () => {
  const services = new FakeServices();
  await startRun(services);
  services.advance('run-1', 2);
  services.activeRuns.clear();
  const screen = await openApp(services, '#/run/run-1');
  await expect.element(screen.getByRole('heading', { name: 'Stopped after 2 of 14' })).toBeVisible();
  await expect.element(screen.getByText(/The page was closed or reloaded/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Go on with the 12 questions left' })).toBeVisible();
});

test('of a run at rest nothing is said to be under way, and what was answered is not said to be unasked', async () => {
  const services = new FakeServices();
  const first = await startRun(services);
  services.advance('run-1', 2);
  const open = [...(services.stored.get('run-1')?.attempts.values() ?? [])].filter(
    ({ state }) => state.kind !== 'done',
  );
  const [answered, asked] = open;
  if (answered === undefined || asked === undefined) throw new Error('The run is too short.');
  services.change({ ...answered, state: { kind: 'judging' }, reply: aReply('It gives way.') });
  services.change({ ...asked, state: { kind: 'asking' } });
  services.activeRuns.clear();
  await first.unmount();
  const screen = await openApp(services, '#/run/run-1');
  const go = 'Go on with the 11 questions left and score the 1 unscored answer';
  await expect.element(screen.getByRole('button', { name: go })).toBeVisible();
  await expect.element(screen.getByText('Not judged yet')).toBeVisible();
  await expect.element(screen.getByText('Not asked', { exact: true }).first()).toBeVisible();
  expect(screen.getByText(/^(Being judged|Asking the model|Waiting its turn)$/).elements()).toEqual([]);
  await screen.unmount();
  const results = await openApp(services, '#/results/run-1');
  await expect.element(results.getByText('3 of 14 questions were asked before the run stopped')).toBeVisible();
  await expect.element(results.getByText('1 answered, not judged yet')).toBeVisible();
});

test('a wait that is over is no longer told, and a row says in a word why it waits', async () => {
  const services = new FakeServices({ realTime: true });
  const screen = await startRun(services);
  services.advance('run-1', 1);
  const [, second, third] = [...(services.stored.get('run-1')?.attempts.values() ?? [])];
  if (second === undefined || third === undefined) throw new Error('The run is too short.');
  const wait = { kind: 'waiting', reason: 'The server at 127.0.0.1:4600 asked for fewer requests.' } as const;
  services.change({ ...second, state: { ...wait, untilMs: Date.now() - 30_000, cause: 'rate-limited' } });
  services.change({ ...third, state: { ...wait, untilMs: Date.now() + 60_000, cause: 'rate-limited' } });
  await expect.element(screen.getByText(/^1 question waits until/)).toBeVisible();
  await expect.element(screen.getByText('Waiting (rate limit)').first()).toBeVisible();
});

test('while it goes on the page tells calls under way, what waits, what was used again and what it costs', async () => {
  const services = new FakeServices({ presets: [PRICED], realTime: true });
  const screen = await startRun(services);
  services.advance('run-1', 1);
  const stored = services.stored.get('run-1');
  const [first, second, third] = [...(stored?.attempts.values() ?? [])];
  if (first === undefined || second === undefined || third === undefined) throw new Error('The run is too short.');
  const usage = { inputTokens: 1000, outputTokens: 100, thinkingTokens: undefined, cachedTokens: undefined };
  services.change({ ...first, reply: aReply('Answer: A', { usage }) });
  services.change({
    ...second,
    state: { kind: 'done', outcome: 'correct' },
    reply: aReply('x', { usage }),
    reused: true,
  });
  services.change({
    ...third,
    unanswered: { model: 2, judge: 0 },
    state: { kind: 'waiting', untilMs: Date.now() + 60_000, reason: 'The server asked for fewer requests.' },
  });
  await expect.element(screen.getByText(/^1 question waits until \d\d:\d\d:\d\d:/)).toBeVisible();
  await expect.element(screen.getByText(/^1 question waits .* The server asked for fewer requests\.$/)).toBeVisible();
  // 1,000 in at $2 and 100 out at $12 a million; what was used again cost nothing.
  await expect.element(screen.getByText('$0.0032')).toBeVisible();
  // Each as much as the dearest one that was answered: nobody forecasts here.
  await expect.element(screen.getByText('up to $0.0064 more')).toBeVisible();
  await expect.element(screen.getByText('for 2 calls that got no answer')).toBeVisible();
  await expect.element(screen.getByText('answer of earlier runs')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Ask afresh' }))
    .toHaveAttribute('href', expect.stringMatching(/[?&]fresh=1(&|$)/));
  await expect.element(screen.getByText('Calls under way')).toBeVisible();
  await expect.element(screen.getByText('known after a few answers')).toBeVisible();
});

test('the title of the tab tells how far the run is, and that it paused', async () => {
  const services = new FakeServices();
  await startRun(services);
  services.advance('run-1', 6);
  await expect.poll(() => document.title).toBe('6 of 14 · stand-in · Sonoscore');
  services.pause('run-1', 'The next answer could pass the cap of $1: raise the cap to go on.');
  await expect.poll(() => document.title).toBe('Paused: 6 of 14 · stand-in · Sonoscore');
});

test('a paused run says why, and goes on with the key of this visit and a new cap', async () => {
  const services = new FakeServices({ presets: [PRICED] });
  const screen = await startRun(services);
  services.advance('run-1', 3);
  services.pause('run-1', 'The next answer could pass the cap of $1: raise the cap to go on.');
  await expect.element(screen.getByText(/raise the cap to go on/)).toBeVisible();
  await screen.getByLabelText(/^Stop at/).fill('lots');
  await screen.getByRole('button', { name: 'Go on with the 11 questions left' }).click();
  await expect.element(screen.getByLabelText(/^Stop at/)).toHaveFocus();
  expect(services.resumedWith).toEqual([]);
  await screen.getByLabelText(/^Stop at/).fill('5');
  await screen.getByRole('button', { name: 'Go on with the 11 questions left' }).click();
  await expect.element(screen.getByRole('heading', { name: '3 of 14 done' })).toBeVisible();
  expect(services.resumedWith).toEqual([
    {
      runId: 'run-1',
      secrets: { key: 'sk-1', judgeKey: 'sk-1' },
      budget: { price: PRICED.price, capUsd: 5 },
    },
  ]);
});

test('after a reload a remembered key is there to go on with', async () => {
  const keys = new Map([['http://127.0.0.1:8000/v1', 'kept']]);
  const services = new FakeServices({ keys });
  await finishedRun(services);
  services.pause('run-1', 'The key was not accepted.');
  const screen = await openApp(services, '#/run/run-1');
  await expect.element(screen.getByLabelText(/^Key/)).toHaveValue('kept');
});

test('what failed in a finished run is asked again, and nothing else', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  const failed = [...(services.stored.get('run-1')?.attempts.values() ?? [])].filter(
    ({ state }) => state.kind === 'done' && state.outcome === 'failed',
  ).length;
  expect(failed).toBeGreaterThan(0);
  const screen = await openApp(services, '#/run/run-1');
  await expect.element(screen.getByRole('heading', { name: 'Finished' })).toBeVisible();
  await screen.getByRole('button', { name: `Ask the ${failed} questions that failed again` }).click();
  await expect.element(screen.getByRole('heading', { name: `${14 - failed} of 14 done` })).toBeVisible();
  expect(services.resumedWith).toHaveLength(1);
});

test('a run at work in another tab is shown live and can be cancelled there, but not doubled', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(services.sample);
  await services.runs.start(aRunConfig(), services.sample, { key: 'k' });
  services.advance('run-1', 2);
  // A page that did not start it.
  const screen = await openApp(services, '#/run/run-1');
  await expect.element(screen.getByText(/Another tab of this browser is at work on this run/)).toBeVisible();
  services.advance('run-1', 3);
  await expect.element(screen.getByRole('heading', { name: '5 of 14 done' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Go on/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Cancelled after 5 of 14' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Go on with the 9 questions left' })).toBeVisible();
});

test('the open page of a run that another tab deletes says so, and has it back as cancelled', async () => {
  const services = new FakeServices();
  const screen = await startRun(services);
  services.advance('run-1', 3);
  await expect.element(screen.getByRole('heading', { name: '3 of 14 done' })).toBeVisible();
  await services.runs.trash('run-1');
  await expect.element(screen.getByRole('heading', { name: 'This run was deleted' })).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Cancelled after 3 of 14' })).toBeVisible();
  await services.runs.trash('run-1');
  await services.runs.purge('run-1');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/could not be had back/);
});

test('of 514 questions only those in sight are in the page', async () => {
  const services = new FakeServices({ sample: fakeBenchmark(514, 12) });
  const screen = await startRun(services);
  services.advance('run-1', 300);
  await expect.element(screen.getByRole('heading', { name: '300 of 514 done' })).toBeVisible();
  const list = screen.getByRole('region', { name: 'Questions, the latest first' });
  await expect.element(list.getByRole('listitem').first()).toBeVisible();
  expect(list.getByRole('listitem').elements().length).toBeLessThan(40);
  await expect.element(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '514');
});

test('answers that cannot be read are named, the rest is shown, and all of it can be saved', async () => {
  const why = 'This attempt cannot be read: reply is not as it should be.';
  let savedCount = 0;
  const unreadableRuns: UnreadableRuns = {
    list: () => Promise.resolve([]),
    attempts: () => Promise.resolve([{ questionId: 'scan.json#3', epoch: 1, why }]),
    record: () => {
      savedCount += 1;
      return Promise.resolve(new Blob(['{}']));
    },
    remove: () => Promise.reject(new Error('nothing is removed')),
  };
  const screen = await startRun(Object.assign(new FakeServices({ realTime: true }), { unreadableRuns }));
  await expect.element(screen.getByText(/^1 answer of this run is stored here and cannot be read/)).toBeVisible();
  await screen.getByText('Which', { exact: true }).click();
  await expect.element(screen.getByText(`scan.json#3, repeat 2: ${why}`)).toBeVisible();
  await screen.getByRole('button', { name: 'Save the whole run as it is stored' }).click();
  await expect.poll(() => savedCount).toBe(1);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a run that this browser does not have is said to be missing', async () => {
  const screen = await openApp(new FakeServices(), '#/run/nobody');
  await expect.element(screen.getByRole('heading', { name: 'This run is not in this browser' })).toBeVisible();
});

test('a store that fails is one sentence', async () => {
  const services = new FakeServices();
  services.runs.load = () => Promise.reject(new Error('The browser’s storage is damaged.'));
  const screen = await openApp(services, '#/run/run-1');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The browser’s storage is damaged.');
});
