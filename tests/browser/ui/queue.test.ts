import { expect, test, vi } from 'vitest';

import type { EndSignals } from '../../../src/app/index.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

class HeardSignals implements EndSignals {
  readonly heard: string[] = [];
  allowed = true;
  readySound = () => Promise.resolve();
  sound = () => void this.heard.push('sound');
  askToNotify = () => Promise.resolve(this.allowed);
  notify = (title: string, body: string) => void this.heard.push(`${title} – ${body}`);
}

async function openSetup() {
  const signals = new HeardSignals();
  const services = new FakeServices({ signals });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('one');
  return { services, screen, signals };
}

async function startThree() {
  const opened = await openSetup();
  const { screen } = opened;
  const names = ['two', 'three'] as const;
  for (const [index, name] of names.entries()) {
    await screen.getByRole('button', { name: 'Add another model' }).click();
    const fields = screen.getByRole('group', { name: `Model ${index + 2}` });
    await fields.getByLabelText('Base URL').fill(`http://127.0.0.1:${index === 0 ? 8000 : 9000}/v1`);
    await fields.getByLabelText('Model id').fill(name);
    await fields.getByLabelText(/^Key/).fill(`key-${name}`);
  }
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Queue' })).toBeVisible();
  return opened;
}

test('further models are added, taken out and had back, and one that is asked already is refused', async () => {
  const { screen, services } = await openSetup();
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await screen.getByRole('button', { name: 'Add another model' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Model 2' })).toHaveFocus();
  await expect.element(run).toHaveAccessibleDescription(/^Model 2: write the base URL/);
  const second = screen.getByRole('group', { name: 'Model 2' });
  await second.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await second.getByLabelText('Model id').fill('one');
  await expect.element(run).toHaveAccessibleDescription(/^Model 2 is asked already/);
  await run.click({ force: true });
  await expect.element(second.getByLabelText('Model id')).toHaveFocus();
  await second.getByLabelText('Model id').fill('two');
  await expect.element(screen.getByText(/by each of 2 models/)).toBeVisible();
  await screen.getByRole('button', { name: 'Take out model 2' }).click();
  await expect.element(second).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(second.getByLabelText('Model id')).toHaveValue('two');
  await run.click();
  await expect.element(screen.getByRole('heading', { name: 'Queue' })).toBeVisible();
  expect(services.startedWith.map(({ config: { model } }) => model.kind === 'provider' && model.modelId)).toEqual([
    'one',
    'two',
  ]);
});

test('the page shows each run of the queue, cancels one or all, and goes on with all of them after a reload', async () => {
  const { screen, services } = await startThree();
  const rows = () => screen.getByRole('region', { name: 'Queue' }).getByRole('listitem').elements();
  await expect.poll(() => rows().length).toBe(3);
  services.advance('run-1', 3);
  await expect
    .poll(() => rows().map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim()))
    .toEqual([
      expect.stringMatching(/^one Going on 3 of 14/),
      // It asks the same server as the first.
      expect.stringMatching(/^two Waits for its turn 0 of 14/),
      expect.stringMatching(/^three Going on 0 of 14/),
    ]);
  await screen.getByRole('button', { name: 'Cancel the run of three' }).click();
  await expect.poll(() => rows()[2]?.textContent).toMatch(/Cancelled/);
  await screen.getByRole('button', { name: 'Cancel all 2' }).click();
  await expect.poll(() => rows().every((row) => /Cancelled/.test(row.textContent ?? ''))).toBe(true);
  expect(services.activeRuns.size).toBe(0);
  screen.unmount();

  const again = await openApp(services, '#/run/run-2');
  await expect.element(again.getByRole('button', { name: 'Go on with all 3 runs' })).toBeVisible();
  // The two runs at one server share its key.
  await again.getByLabelText('Key for 127.0.0.1:8000/v1').fill('new-key');
  await again.getByLabelText('Key for 127.0.0.1:9000/v1').fill('other-key');
  await again.getByRole('button', { name: 'Go on with all 3 runs' }).click();
  await expect.poll(() => services.resumedWith.length).toBe(3);
  expect(services.resumedWith.map(({ runId, secrets }) => [runId, secrets.key])).toEqual([
    ['run-1', 'new-key'],
    ['run-2', 'new-key'],
    ['run-3', 'other-key'],
  ]);
});

test('who asks for it hears and reads of each end and pause, and is told where the browser allows no notification', async () => {
  const { screen, services, signals } = await startThree();
  signals.allowed = false;
  const box = screen.getByRole('checkbox', { name: 'Show a notification' });
  await box.click();
  await expect.element(screen.getByText(/shows no notifications of this page/)).toBeVisible();
  await expect.element(box).not.toBeChecked();
  signals.allowed = true;
  await box.click();
  await screen.getByRole('checkbox', { name: 'Play a sound' }).click();
  await expect.poll(() => signals.heard).toEqual(['sound']);
  services.advance('run-1', 2);
  services.pause('run-1', 'The key was refused.');
  await expect.poll(() => signals.heard).toEqual(['sound', 'sound', 'Paused: one – The key was refused.']);
  services.advance('run-3', 1);
  services.advance('run-3', 20);
  await expect.poll(() => signals.heard.at(-1)).toMatch(/^Finished: three/);
  // Cancelling is no surprise.
  services.advance('run-2', 1);
  await services.runs.cancel('run-2');
  expect(signals.heard).toHaveLength(5);
});
