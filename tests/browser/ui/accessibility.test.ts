import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { aRunConfig } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const PAGES = {
  start: '#/',
  setup: '#/setup',
  videos: '#/videos',
  run: '#/run/run-1',
  results: '#/results/run-1',
  questions: '#/results/run-1/questions',
  compare: '#/compare?runs=run-1,run-2',
  audit: '#/results/run-1/audit',
  about: '#/about',
  class: '#/class',
  open: '#/open?url=https://files.example/run.json',
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
      if (hash.startsWith('#/compare')) await finishedRun(services, 'baseline');
      const screen = await openApp(services, hash);
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
      await expect.poll(() => document.body.textContent).not.toMatch(/Opening the run|Looking for/);
      const { violations } = await axe.run(document);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });
  });
});

/** What axe finds on the page as it is. */
async function findings(): Promise<readonly string[]> {
  const { violations } = await axe.run(document);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

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
    expect(await findings()).toEqual([]);
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
    expect(await findings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await screen.getByRole('link', { name: /partly correct$/ }).click();
    await screen.getByRole('region', { name: 'Questions' }).getByRole('link').first().click();
    await expect.element(screen.getByRole('navigation', { name: 'Answers to this question' })).toBeInTheDocument();
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    expect(await findings()).toEqual([]);
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
    expect(await findings()).toEqual([]);
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
