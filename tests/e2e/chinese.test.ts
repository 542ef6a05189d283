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
  Alt Nostr wasm ffmpeg ffmpegwasm org rajpurkarlab RexSonoVQA or later GPL`.split(/\s+/),
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

/** What files and services say, in their own words. */
const WORDS_OF_DATA =
  'the key is missing or wrong Morning class time_start time_end question_type groin.json mcq/groin Type9';

/** Files of a benchmark in which nothing is right. */
function faultyBenchmark() {
  const wrong = [
    { time_start: 9, time_end: 3 },
    { question_type: 'Type9' },
    { question: '[MCQ] 什么？' },
    { answer: 'Z' },
  ];
  const questions = wrong.map((fault) => ({
    question: '[MCQ] 什么？\nA. 一\nB. 二',
    answer: 'A',
    question_type: 'Type1_ActionGoalReasoning',
    time_start: 1,
    time_end: 3,
    groundtruth: '一。',
    keep: true,
    ...fault,
  }));
  const roi = { x_prop: 0, y_prop: 0, w_prop: 1, h_prop: 1 };
  const groin = { youtube_url: 'https://www.youtube.com/watch?v=abcdefghij0', start_time: 0, end_time: 60, roi };
  const json = (name: string, content: unknown) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  });
  return [json('groin.json', questions), json('video_metadata_new.json', { groin })];
}

/** A run that a service turned away, and that paused for it. */
function stoppedRun(page: Page, baseUrl: string): Promise<string> {
  return page.evaluate(async (url) => {
    const { sonoscore } = window;
    const model = {
      kind: 'provider',
      provider: 'openai-compatible',
      baseUrl: url,
      modelId: 'stand-in',
      parameters: {},
    } as const;
    const id = await sonoscore.start({ model, condition: 'text-only' }, { key: undefined });
    while ((await sonoscore.situation(id)).active) await new Promise((done) => setTimeout(done, 50));
    return id;
  }, baseUrl);
}

/** A deck with a class and its pages: presented, alone, and on a phone without a network. */
async function openClass(page: Page) {
  const hash = () => page.evaluate(() => location.hash);
  await page.evaluate(() => (location.hash = '#/class'));
  const name = page.getByLabel('名称', { exact: true });
  const sampleButton = page.getByRole('button', { name: '打开示例' });
  await name.or(sampleButton).first().waitFor();
  if (await sampleButton.isVisible()) await sampleButton.click();
  await name.fill('Morning class');
  await page.getByRole('button', { name: /制作题组/ }).click();
  const quiz = (await page.locator('a[href^="#/quiz?deck="]').first().getAttribute('href')) ?? '';
  await page.getByRole('button', { name: '演示 Morning class' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#/class/'));
  const present = await hash();
  await page.locator('video').first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('ArrowRight');
  await page.getByText('没有网络的手机').click();
  await page.getByRole('button', { name: '复制答题页的链接' }).click();
  const answer = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  return { present, quiz, answer };
}

test('in Chinese no page says anything in English, and each names its language and parts and fits a phone', async () => {
  const { page, context, errors } = await openSite();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Language').selectOption('中文');
  await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const locked = await startStandInModel({ expect: { key: 'another' } });
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
  const stoppedId = await stoppedRun(page, locked.baseUrl);
  const { present, quiz, answer } = await openClass(page);
  const shared = link.includes('#') ? link.slice(link.indexOf('#')) : `#/r/${link}`;
  // A new kind of page must name its own.
  const routes: { readonly [Kind in Route['kind']]: readonly string[] } = {
    start: ['#/'],
    setup: ['#/setup'],
    configured: ['#/run?model=stand-in'],
    videos: ['#/videos'],
    run: [formatRoute({ kind: 'run', runId }), formatRoute({ kind: 'run', runId: stoppedId }), '#/run/nobody'],
    results: [formatRoute({ kind: 'results', runId })],
    questions: [formatRoute(questions), formatRoute({ ...questions, runId: stoppedId })],
    audit: [formatRoute({ kind: 'audit', runId })],
    compare: [formatRoute({ kind: 'compare', runIds })],
    about: ['#/about'],
    class: ['#/class'],
    present: [present, '#/class/nobody'],
    quiz: [quiz, '#/quiz?deck=nothing'],
    answer: [answer, '#/answer'],
    join: ['#/join?room=nobody'],
    shared: [shared, '#/r/damaged', shared.slice(0, -9)],
    open: ['#/open?url=https%3A%2F%2Ffiles.example%2Frun.json'],
    unknown: ['#/nowhere'],
  };
  const data = `${await knownTexts()} ${runIds.join(' ')} ${stoppedId} ${locked.baseUrl} ${WORDS_OF_DATA}`;
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
    // A list that measures itself is as wide as it was for a frame or two.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: address, timeout: 5000 })
      .toBeLessThanOrEqual(360);
    const name = address.replaceAll(/[^a-z]+/g, '-').slice(0, 24);
    await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.evaluate(() => (location.hash = '#/'));
  await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(faultyBenchmark());
  await page
    .getByText(/time_end/)
    .first()
    .waitFor();
  for (const text of await said(page))
    for (const part of englishIn(text, data)) english.push(`faulty files: “${part}” in “${text}”`);
  await locked.close();
  expect(english).toEqual([]);
  expect(errors).toEqual([]);
}, 120_000);

test('another language while a run is at work: it goes on, asks each question once, and what was paid for is used again', async () => {
  const server = await startStandInModel({ answer: () => ({ kind: 'text', text: 'B', delayMs: 300 }) });
  const { page, errors } = await openSite();
  const start = () =>
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
      return sonoscore.start({ model, condition: 'text-only' }, { key: undefined });
    }, server.baseUrl);
  const end = (runId: string) =>
    page.evaluate(async (id) => {
      const { sonoscore } = window;
      while ((await sonoscore.situation(id)).active) await new Promise((done) => setTimeout(done, 50));
      return sonoscore.situation(id);
    }, runId);
  try {
    const runId = await start();
    await page.getByLabel('Language').selectOption('中文');
    expect(await page.evaluate((id) => window.sonoscore.situation(id), runId)).toMatchObject({ active: true });
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    const ended = await end(runId);
    expect(ended).toMatchObject({ status: { kind: 'finished' }, done: ended.total });
    expect(server.calls).toHaveLength(ended.total);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === 'zh-Hans');
    await page.waitForFunction(() => 'sonoscore' in window);
    expect(await page.evaluate((id) => window.sonoscore.situation(id), runId)).toMatchObject({ done: ended.total });
    await end(await start());
    expect(server.calls).toHaveLength(ended.total);
    expect(errors).toEqual([]);
  } finally {
    await server.close();
  }
}, 60_000);
