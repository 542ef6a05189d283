import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { NOTICES } from '../../src/ui/notices.ts';
import { NO_FILTER, formatRoute, type Route } from '../../src/ui/state/route.ts';
import { startStandInModel } from '../servers/stand-in-model.ts';
import { openSite, useBrowser } from './open-page.ts';
import './sonoscore-window.ts';

const sample = path.resolve(import.meta.dirname, '../../public/sample');
const pictures = path.resolve(import.meta.dirname, '../../artefacts/chinese');

/** Names, units and formats that stay as they are, and what commands and addresses are made of. */
const SAME = new Set(
  `Sonoscore ReXSonoVQA FFmpeg YouTube GitHub OpenAI Gemini DICOM WebAssembly GNU Linux Windows PowerShell English Markdown BibTeX Apache
  Student Clopper Pearson Holm McNemar kappa cookie token worker zip id url yt dlp npm run relay vllm batch temperature seed fps stream
  wasm ffmpeg ffmpegwasm org rajpurkarlab RexSonoVQA or later GPL`.split(/\s+/),
);

useBrowser();

/** What is the same in every language: the texts of the built-in sample, and names of packages, licences and addresses. */
async function knownTexts(): Promise<string> {
  const files = (await readdir(sample, { recursive: true })).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(sample, file), 'utf8')));
  const packages = NOTICES.map(({ name, licence }) => `${name} ${licence}`);
  const own =
    'Built-in sample\nhttps://files.example/run.json\nstand-in\nhttps://videos.example.org/knee.mp4\nhttps://…/benchmark.zip\nbenchmark.zip\nnpm run relay -- --allow-host videos.example.org';
  return [own, ...packages, ...files, ...texts]
    .join('\n')
    .replaceAll('_', ' ')
    .replaceAll(/\s+|\\n/g, ' ');
}

/** The stretches of English in a text that nothing explains. */
function englishIn(text: string, known: string): readonly string[] {
  const stretches = text.replaceAll('_', ' ').match(/[A-Za-z@][\x20-\x7e’]*/g) ?? [];
  return stretches
    .flatMap((stretch) => (known.includes(stretch.trim()) ? [] : stretch.split(/, |: /)))
    .map((part) => part.replace(/[\s.,:;“”()·]+$/, ''))
    .filter((part) => !known.includes(part) && !/^[0-9a-f-]{30,}/.test(part))
    .filter((part) => (part.match(/[A-Za-z]{2,}/g) ?? []).some((word) => /[a-z]/.test(word) && !SAME.has(word)));
}

/** What a person reads or hears on the page, piece by piece, without code and what is marked as another language. */
function said(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = [document.title];
    const skipped = 'code, kbd, pre, script, style, noscript, [lang]:not(html)';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest(skipped) === null) found.push(node.nodeValue ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (element.closest(skipped) === null) found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });
}

/** What axe finds on the page as it is. */
async function findings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(window, 'axe').run(document, {
      // Colours and sizes are the same in English, where other tests look at them.
      runOnly: ['cat.language', 'cat.name-role-value'],
    });
    return violations.map(({ id, nodes }: axe.Result) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}

test('in Chinese no page says anything in English, and each names its language and parts and fits a phone', async () => {
  const { page, errors } = await openSite();
  await page.getByLabel('Language').selectOption('中文');
  await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const runIds = await page.evaluate(async () => {
    const { sonoscore } = window;
    await sonoscore.openSample();
    const started: string[] = [];
    for (const baseline of ['shortest-option', 'always-A'] as const)
      started.push(await sonoscore.start({ model: { kind: 'baseline', baseline } }, { key: undefined }));
    for (const id of started)
      while ((await sonoscore.situation(id)).active) await new Promise((done) => setTimeout(done, 50));
    return started;
  });
  const [runId = ''] = runIds;
  const link = await page.evaluate((ids) => window.sonoscore.permalink(ids), runIds);
  const questions: Route = { kind: 'questions', runId, questionId: undefined, filter: NO_FILTER };
  // A new kind of page must name its own.
  const routes: { readonly [Kind in Route['kind']]: readonly string[] } = {
    start: ['#/'],
    setup: ['#/setup'],
    configured: ['#/run?model=stand-in'],
    videos: ['#/videos'],
    run: [formatRoute({ kind: 'run', runId }), '#/run/nobody'],
    results: [formatRoute({ kind: 'results', runId })],
    questions: [formatRoute(questions)],
    audit: [formatRoute({ kind: 'audit', runId })],
    compare: [formatRoute({ kind: 'compare', runIds })],
    about: ['#/about'],
    class: ['#/class'],
    present: ['#/class/nobody'],
    quiz: ['#/quiz?deck=nothing'],
    answer: ['#/answer'],
    join: ['#/join?room=nobody'],
    shared: [link.includes('#') ? link.slice(link.indexOf('#')) : `#/r/${link}`, '#/r/damaged'],
    open: ['#/open?url=https%3A%2F%2Ffiles.example%2Frun.json'],
    unknown: ['#/nowhere'],
  };
  const data = `${await knownTexts()} ${runIds.join(' ')}`;
  const english: string[] = [];
  for (const address of Object.values(routes).flat()) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await page.waitForFunction(() => !/正在(?:打开|查找|读取)/.test(document.body.innerText));
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    for (const text of await said(page))
      for (const part of englishIn(text, data)) english.push(`${address.slice(0, 40)}: “${part}” in “${text}”`);
    expect(await findings(page), address).toEqual([]);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360);
    const name = address.replaceAll(/[^a-z]+/g, '-').slice(0, 24);
    await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(english).toEqual([]);
  expect(errors).toEqual([]);
}, 120_000);

test('a run in Chinese asks what it asks in English, so that an answer paid for once is used again', async () => {
  const server = await startStandInModel();
  const { page, errors } = await openSite();
  const ask = () =>
    page.evaluate(async (baseUrl) => {
      const { sonoscore } = window;
      await sonoscore.openSample();
      const model = {
        kind: 'provider',
        provider: 'openai-compatible',
        baseUrl,
        modelId: 'stand-in',
        parameters: {},
      } as const;
      const id = await sonoscore.start({ model, condition: 'text-only' }, { key: undefined });
      while ((await sonoscore.situation(id)).active) await new Promise((done) => setTimeout(done, 50));
    }, server.baseUrl);
  try {
    await ask();
    const asked = server.calls.length;
    expect(asked).toBeGreaterThan(0);
    await page.getByLabel('Language').selectOption('中文');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
    await page.waitForFunction(() => 'sonoscore' in window);
    await ask();
    expect(server.calls).toHaveLength(asked);
    expect(errors).toEqual([]);
  } finally {
    await server.close();
  }
}, 60_000);
