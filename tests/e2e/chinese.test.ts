import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { NO_FILTER, formatRoute, type Route } from '../../src/ui/state/route.ts';
import { openSite, useBrowser } from './open-page.ts';
import './sonoscore-window.ts';

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const sample = path.resolve(import.meta.dirname, '../../public/sample');
const pictures = path.resolve(import.meta.dirname, '../../artefacts/chinese');

/** Names, units and formats that stay as they are, and what code and commands are made of. */
const SAME = new Set(
  `Sonoscore ReXSonoVQA RexSonoVQA rajpurkarlab FFmpeg ffmpeg ffmpegwasm YouTube GitHub OpenAI Gemini DICOM WebAssembly GNU GPL Apache Linux
  Windows PowerShell English Markdown BibTeX JSON CSV SVG PNG HTML zip JSON url URL CORS cookie worker token Student Holm McNemar Clopper
  Pearson kappa Built sample yt-dlp dlp npm run relay owner name commit https http localhost www com org MCQ FREE Shift Enter Space Esc
  temperature seed fps stream max tokens true false timeoutSeconds or later wasm vllm batch Beta beta MB GB Alt`.split(
    /\s+/,
  ),
);

useBrowser();

/** Every text of the built-in sample, and its words with spaces for underscores. */
async function sampleTexts(): Promise<string> {
  const files = (await readdir(sample, { recursive: true })).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(sample, file), 'utf8')));
  return [...files, ...texts]
    .join('\n')
    .replaceAll('_', ' ')
    .replaceAll(/\s+|\\n/g, ' ');
}

/** What a person reads or hears on the page, piece by piece, without code and what is marked as another language. */
function said(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = [document.title];
    const skipped = 'code, kbd, pre, script, style, [lang]:not(html), [data-untranslated]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.closest(skipped) === null) found.push(node.nodeValue ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (element.closest(skipped) === null) found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });
}

test('in Chinese no page says anything in English, and each is sound and fits a phone', async () => {
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
  const link = new URL(await page.evaluate((ids) => window.sonoscore.permalink(ids), runIds)).hash;
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
    shared: [link, '#/r/damaged'],
    open: ['#/open?url=https%3A%2F%2Ffiles.example%2Frun.json'],
    unknown: ['#/nowhere'],
  };
  const data = await sampleTexts();
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
    for (const text of await said(page)) {
      const words = (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !SAME.has(word));
      if (words.some((word) => /[a-z]/.test(word)) && !data.includes(text)) english.push(`${address}: ${text}`);
    }
    await page.addScriptTag({ path: axeSource }).catch(() => undefined);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360);
    const name = address.replaceAll(/[^a-z]+/g, '-').slice(0, 24);
    await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(english).toEqual([]);
  expect(errors).toEqual([]);
}, 120_000);
