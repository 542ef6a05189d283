// `npm run bench -- run`: what a run costs beside its calls, with a stand-in model that takes a fixed time.
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

import { findBrowser } from '../../scripts/browser-path.mjs';
import { root } from '../../scripts/ensure-installed.mjs';
import type { Automation } from '../../src/app/index.ts';
import { startStandInModel } from '../servers/stand-in-model.ts';

declare global {
  interface Window {
    sonoscore: Automation;
  }
}

const CALLS_AT_ONCE = 4;
const CASES = [
  { name: 'text only', condition: 'text-only', epochs: 4, latencyMs: 50 },
  { name: 'sample clips', condition: 'video', epochs: 1, latencyMs: 2000 },
] as const;

const outDir = `${root}/dist-bench`;
await build({ root, configFile: `${root}/vite.config.ts`, logLevel: 'error', build: { outDir } });
const site = await preview({
  root,
  configFile: false,
  logLevel: 'error',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const address = site.httpServer.address();
if (address === null || typeof address === 'string') throw new Error('The site has no port.');
const { path: executablePath, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: [...args, '--enable-precise-memory-info'] });

for (const { name, condition, epochs, latencyMs } of CASES) {
  const server = await startStandInModel({ answer: () => ({ kind: 'text', text: 'Answer: B', delayMs: latencyMs }) });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page.waitForFunction(() => 'sonoscore' in window);
  await page.evaluate(() => window.sonoscore.openSample());
  const started = performance.now();
  const runId = await page.evaluate(
    ([baseUrl, shown, times]) =>
      window.sonoscore.start(
        {
          model: { kind: 'provider', provider: 'openai-compatible', baseUrl, modelId: 'stand-in', parameters: {} },
          condition: shown,
          epochs: times,
          freshAnswers: true,
        },
        { key: undefined },
      ),
    [server.baseUrl, condition, epochs] as const,
  );
  while (await page.evaluate(async (id) => (await window.sonoscore.situation(id)).active, runId)) {
    await page.waitForTimeout(50);
  }
  const wallMs = performance.now() - started;
  const calls = server.calls.length;
  const idealMs = Math.ceil(calls / CALLS_AT_ONCE) * latencyMs;
  const heapMegabytes = await page.evaluate(() =>
    'memory' in performance && performance.memory instanceof Object && 'usedJSHeapSize' in performance.memory
      ? Number(performance.memory.usedJSHeapSize) / 1e6
      : undefined,
  );
  console.log(
    JSON.stringify({
      bench: 'run',
      case: name,
      calls,
      latencyMs,
      wallSeconds: Number((wallMs / 1000).toFixed(2)),
      ratioToIdeal: Number((wallMs / idealMs).toFixed(3)),
      overheadMsPerQuestion: Number(((wallMs - idealMs) / calls).toFixed(2)),
      heapMegabytes,
    }),
  );
  await page.close();
  await server.close();
}
await browser.close();
await site.close();
