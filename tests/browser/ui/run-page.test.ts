import { expect, test, vi } from 'vitest';

import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

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
