import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const PAGES = {
  start: '#/',
  setup: '#/setup',
  run: '#/run/run-1',
  results: '#/results/run-1',
  questions: '#/results/run-1/questions',
  about: '#/about',
  unknown: '#/nowhere',
  missing: '#/run/nobody',
};

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

describe.each(['light', 'dark'])('in %s colours', (theme) => {
  describe.each([360, 1280])('%i px wide', (width) => {
    test.each(Object.entries(PAGES))('axe finds nothing on the page “%s”', async (_name, hash) => {
      await page.viewport(width, 900);
      localStorage.setItem('sonoscore-theme', theme);
      const services = new FakeServices();
      await finishedRun(services);
      const screen = await openApp(services, hash);
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
      await expect.poll(() => document.body.textContent).not.toMatch(/Opening the run|Looking for/);
      const { violations } = await axe.run(document);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
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
