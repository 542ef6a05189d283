import { expect, test, vi } from 'vitest';

import type { Batches, WaitingCalls } from '../../../src/app/index.ts';
import { axeFindings } from './axe-findings.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const WAITING: WaitingCalls = { callCount: 14, writtenAt: '2026-05-04T10:00:00Z', runIds: ['batched'] };
const NOTICE = /14 of these requests wait for the output of\s+a batch that was written on 2026-05-04/;

/** Batches whose output is waited for until `waits` is taken away. */
class FakeBatches implements Batches {
  waits: WaitingCalls | undefined = WAITING;
  written = 0;
  size = () => Promise.resolve({ lineCount: 14, bytes: 1000 });
  write = () => {
    this.written += 1;
    return Promise.reject(new Error('The disk is full.'));
  };
  /** What a look-up waits for, as where there are many runs. */
  slow: Promise<void> | undefined;
  waiting = async () => {
    await this.slow;
    return this.waits;
  };
}

async function openSetup() {
  const batches = new FakeBatches();
  const services = new FakeServices({ batches });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('one');
  return { services, screen, batches };
}

test('a run whose calls wait for a batch’s output starts only when that is wanted all the same', async () => {
  const { screen, services, batches } = await openSetup();
  await expect.element(screen.getByText(NOTICE)).toBeVisible();
  const wish = screen.getByRole('checkbox', { name: 'Ask all the same' });
  await screen.getByRole('button', { name: 'Run', exact: true }).click({ force: true });
  await expect.element(wish).toHaveFocus();
  expect(services.startedWith).toEqual([]);
  expect(await axeFindings()).toEqual([]);

  // Nor is the same batch written again unasked.
  await screen.getByText(/^Write the requests as a batch file/).click();
  const write = screen.getByRole('button', { name: 'Write the file' });
  await expect.element(screen.getByText(/^14 requests, about/)).toBeVisible();
  await write.click({ force: true });
  await expect.element(screen.getByRole('group').getByText(NOTICE)).toBeVisible();
  expect(batches.written).toBe(0);
  await screen.getByRole('checkbox', { name: 'Ask all the same' }).nth(1).click();
  await write.click();
  await expect.element(screen.getByText(/The disk is full/)).toBeVisible();

  // Other calls wait for nothing; back at these, the wish is to be said again.
  batches.waits = undefined;
  await screen.getByLabelText('Model id').fill('two');
  await expect.element(screen.getByText(NOTICE)).not.toBeInTheDocument();
  batches.waits = WAITING;
  await screen.getByLabelText('Model id').fill('one');
  await expect.element(wish.first()).not.toBeChecked();
  await wish.first().click();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(services.startedWith).toHaveLength(1);

  // The same where a run that stopped is gone on with.
  services.advance('run-1', 3);
  await screen.getByRole('button', { name: 'Cancel' }).click();
  const goOn = screen.getByRole('button', { name: 'Go on with the 11 questions left' });
  await expect.element(screen.getByText(NOTICE)).toBeVisible();
  await goOn.click({ force: true });
  await expect.element(screen.getByRole('checkbox', { name: 'Ask all the same' })).toHaveFocus();
  expect(services.resumedWith).toEqual([]);
  await screen.getByRole('checkbox', { name: 'Ask all the same' }).click();
  await goOn.click();
  await expect.poll(() => services.resumedWith.length).toBe(1);
});

test('a queue is gone on with only when calls that wait for a batch’s output are wanted all the same', async () => {
  const { screen, services, batches } = await openSetup();
  batches.waits = undefined;
  await screen.getByRole('button', { name: 'Add another model' }).click();
  const second = screen.getByRole('group', { name: 'Model 2' });
  await second.getByLabelText('Base URL').fill('http://127.0.0.1:9000/v1');
  await second.getByLabelText('Model id').fill('two');
  await expect.element(screen.getByText(NOTICE)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await screen.getByRole('button', { name: 'Cancel all 2' }).click();
  batches.waits = { ...WAITING, callCount: 7 };
  await expect.poll(() => services.activeRuns.size).toBe(0);
  screen.unmount();

  const again = await openApp(services, '#/run/run-1');
  const queue = again.getByRole('region', { name: 'Queue' });
  // Seven of each.
  await expect.element(queue.getByText(NOTICE)).toBeVisible();
  const goOn = queue.getByRole('button', { name: 'Go on with all 2 runs' });
  await goOn.click({ force: true });
  await expect.element(queue.getByRole('checkbox', { name: 'Ask all the same' })).toHaveFocus();
  expect(services.resumedWith).toEqual([]);
  await queue.getByRole('checkbox', { name: 'Ask all the same' }).click();
  await goOn.click();
  await expect.poll(() => services.resumedWith.length).toBe(2);
});

test('whoever is quicker than the look-up, or has written the batch in another tab, is asked all the same', async () => {
  const { screen, services, batches } = await openSetup();
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  const wish = screen.getByRole('checkbox', { name: 'Ask all the same' });
  batches.waits = undefined;
  await screen.getByLabelText('Model id').fill('two');
  await expect.element(screen.getByText(NOTICE)).not.toBeInTheDocument();
  // Written elsewhere: nothing on this page has changed.
  batches.waits = WAITING;
  await run.click();
  await expect.element(wish).toHaveFocus();
  expect(services.startedWith).toEqual([]);

  batches.waits = undefined;
  await screen.getByLabelText('Model id').fill('three');
  await expect.element(screen.getByText(NOTICE)).not.toBeInTheDocument();
  batches.waits = WAITING;
  let found = (): void => undefined;
  batches.slow = new Promise((resolve) => (found = resolve));
  await screen.getByLabelText('Model id').fill('four');
  await run.click();
  found();
  await expect.element(wish).toHaveFocus();
  expect(services.startedWith).toEqual([]);
  await wish.click();
  await run.click();
  await expect.poll(() => services.startedWith.length).toBe(1);
});
