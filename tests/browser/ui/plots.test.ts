import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { aRunConfig, aVerdict } from '../../unit/builders.ts';
import { axeFindings } from './axe-findings.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices, keyOf } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A run that saw the video, its blind twin, and judged free answers. */
async function twoRuns(): Promise<FakeServices> {
  const services = new FakeServices({ sample: fakeBenchmark(60, 16) });
  await services.benchmarks.keep(services.sample);
  for (const condition of ['video', 'text-only'] as const) {
    const { id } = await services.runs.start(aRunConfig({ condition }), services.sample, { key: undefined });
    services.advance(id, 100);
    for (const question of services.sample.questions) {
      const attempt = services.stored.get(id)?.attempts.get(keyOf({ questionId: question.id, epoch: 0 }));
      if (question.kind === 'free-response' && attempt !== undefined)
        services.change({ ...attempt, verdict: aVerdict(1), state: { kind: 'done', outcome: 'partly-correct' } });
    }
  }
  return services;
}

test('plots are drawn when one comes near, each with its numbers and its files', async () => {
  await page.viewport(1280, 900);
  const saved: { name: string; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = createUrl(blob);
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob !== undefined) saved.push({ name: this.download, blob });
  });
  const screen = await openApp(await twoRuns(), '#/results/run-1');
  const section = screen.getByRole('region', { name: 'Plots', exact: true });
  await expect.element(section).toBeInTheDocument();
  section.element().scrollIntoView();
  const forest = section.getByRole('figure', { name: 'Accuracy, multiple choice', exact: true });
  await expect.element(forest.getByRole('img')).toBeVisible();
  await expect.element(section.getByRole('figure', { name: /^What the video was worth: accuracy/ })).toBeVisible();
  await expect.element(section.getByRole('figure', { name: 'How free-response answers went wrong' })).toBeVisible();

  // The table has what is drawn: as many rows as there are names, and the same names.
  await forest.getByText(/^Numbers/).click();
  const names = [...forest.element().querySelectorAll('tbody th')].map((cell) => cell.textContent);
  const drawn = [...forest.element().querySelectorAll('figure svg text')].map((text) => text.textContent);
  expect(names).toContain('stand-in (video)');
  expect(names).toContain('stand-in (text only (blind))');
  for (const name of names) expect(drawn.some((text) => text.includes(name))).toBe(true);

  await forest.getByRole('button', { name: /^SVG/ }).click();
  await forest.getByRole('button', { name: /^PNG/ }).click();
  await forest.getByRole('button', { name: /^CSV/ }).click();
  await expect
    .poll(() => saved.map(({ name }) => name).sort())
    .toEqual(['sonoscore-accuracy.csv', 'sonoscore-accuracy.png', 'sonoscore-accuracy.svg']);
  const file = (ending: string): Blob => saved.find(({ name }) => name.endsWith(ending))?.blob ?? new Blob();
  const svg = await file('.svg').text();
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  // Nothing in it depends on the page any more.
  expect(svg).not.toMatch(/(?:fill|stroke)="[^"]*var\(/);
  expect(svg).toContain('stand-in (video)');
  const picture = await createImageBitmap(file('.png'));
  expect(picture.width).toBeGreaterThan(1200);
  expect((await file('.csv').text()).split('\r\n')).toHaveLength(names.length + 2);

  // Of a map that is folded the file holds every Video, and the page still its first ten.
  const heat = section.getByRole('figure', { name: 'Accuracy, multiple choice, by Video', exact: true });
  const videosIn = (root: ParentNode) =>
    [...root.querySelectorAll('svg text')].filter(({ textContent }) => textContent.startsWith('simulated procedure'));
  saved.length = 0;
  await heat.getByRole('button', { name: /^SVG/ }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(videosIn(new DOMParser().parseFromString(await file('.svg').text(), 'image/svg+xml'))).toHaveLength(16);
  expect(videosIn(heat.element())).toHaveLength(10);

  expect(await axeFindings(section.element())).toEqual([]);
  await page.viewport(360, 900);
  await expect
    .poll(() => Math.max(...[...document.querySelectorAll('figure svg')].map((each) => each.clientWidth)))
    .toBeLessThan(360);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('the start page ranks the runs of the open benchmark, and the matrix leads to a question', async () => {
  await page.viewport(1280, 900);
  const services = await twoRuns();
  const screen = await openApp(services);
  const board = screen.getByRole('region', { name: /^Leaderboard: / });
  await expect.element(board.getByRole('link', { name: 'stand-in (video)' })).toBeVisible();
  await expect.element(board.getByText(/\(a rule that never looks at the video\)/)).toBeVisible();
  location.hash = '#/compare?runs=run-1,run-2';
  const matrix = screen.getByRole('region', { name: 'Questions by runs' });
  await matrix
    .getByRole('link', { name: /^stand-in \(video\): / })
    .first()
    .click();
  await expect.poll(() => location.hash).toMatch(/^#\/results\/run-1\/questions\//);
});
