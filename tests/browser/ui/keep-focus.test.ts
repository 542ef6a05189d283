import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  localStorage.clear();
});

/** Presses what is shown by keyboard, as its focus lies there. */
async function press(found: { readonly element: () => Element }): Promise<void> {
  // A browser shows the focus of whoever used the keyboard last.
  await userEvent.keyboard('{Shift}');
  const element = found.element();
  if (!(element instanceof HTMLElement)) throw new Error('This cannot have the focus.');
  element.focus();
  await userEvent.keyboard('{Enter}');
}

test('the keyboard’s place goes from what is taken away to what takes it back, and from there to what is here again', async () => {
  const services = new FakeServices({});
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await press(screen.getByRole('button', { name: 'Add another model' }));
  await expect.element(screen.getByRole('heading', { name: 'Model 2' })).toHaveFocus();
  await press(screen.getByRole('button', { name: 'Take out model 2' }));
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await press(screen.getByRole('button', { name: 'Undo' }));
  await expect.element(screen.getByRole('group', { name: 'Model 2' })).toBeVisible();
  await expect
    .poll(() => screen.getByRole('group', { name: 'Model 2' }).element().contains(document.activeElement))
    .toBe(true);
});

test('deleting a run by keyboard leads to undoing it, by pointer nowhere', async () => {
  const services = new FakeServices({});
  await finishedRun(services);
  await finishedRun(services, 'baseline');
  const screen = await openApp(services, '#/');
  const deletions = screen.getByRole('button', { name: /^Delete the run/ });
  await expect.element(deletions.first()).toBeVisible();
  await press(deletions.first());
  await expect.element(screen.getByRole('button', { name: /^Undo/ })).toHaveFocus();
  await deletions.first().click();
  await expect.poll(() => document.activeElement).toBe(document.body);
});
