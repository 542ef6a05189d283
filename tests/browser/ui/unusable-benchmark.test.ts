import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createBenchmarks } from '../../../src/benchmark/index.ts';
import { rawChoice, rawFree, smallBenchmark, type SmallBenchmark } from '../../unit/benchmark/small-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const { loadFiles } = createBenchmarks({
  fetch: globalThis.fetch.bind(globalThis),
  sampleBaseUrl: document.baseURI,
  store: {
    keep: () => Promise.resolve(),
    kept: () => Promise.resolve(undefined),
    listKept: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
  },
});

async function openFiles(parts: SmallBenchmark) {
  const services = new FakeServices({ files: (files) => loadFiles(files, new AbortController().signal) });
  const screen = await openApp(services);
  const input = document.querySelector('input[type=file][aria-label="Open a benchmark: files"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for a benchmark.');
  const files = smallBenchmark(parts).map(({ path, text }) => new File([text], path.split('/').at(-1) ?? path));
  await userEvent.upload(input, files);
  return screen.getByRole('alert');
}

test('a benchmark whose questions are all faulty is not said to be none', async () => {
  const alert = await openFiles({
    mcq: { groin: [rawChoice({ answer: 'E' }), rawChoice({ time_start: -1 })] },
    free: { knee: [rawFree({ answer: '' })] },
    metadata: {
      groin: { file: 'groin.mp4', start_time: 0, end_time: 60 },
      knee: { file: 'knee.mp4', start_time: -5, end_time: -1 },
    },
  });
  await expect
    .element(alert)
    .toHaveTextContent('These files hold a benchmark, but none of its 3 questions can be used.');
  await expect.element(alert).toHaveTextContent('("E") is none of the options');
  await expect.element(alert).toHaveTextContent('(-5) is before zero');
});

test('one faulty question is told in the singular', async () => {
  const alert = await openFiles({ mcq: { groin: [rawChoice({ answer: 'E' })] }, free: {} });
  await expect.element(alert).toHaveTextContent('but its only question cannot be used.');
});

test('files without questions hold no benchmark', async () => {
  const alert = await openFiles({ mcq: {}, free: {} });
  await expect.element(alert).toHaveTextContent('No benchmark was found in these files.');
});
