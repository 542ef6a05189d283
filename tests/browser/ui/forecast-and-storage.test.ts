import { expect, test } from 'vitest';

import type { RunForecast, SourceDesk, StorageFacts } from '../../../src/app/index.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';
import { realVideos } from './real-videos.ts';

const FORECAST: RunForecast = {
  questionCount: 14,
  callCount: 28,
  videoSeconds: 600,
  inputTokens: 123_400,
  outputTokens: 5600,
  judgeCallCount: 9,
  costUsd: { low: 0.2, high: 1.3 },
  dearestCallUsd: { model: 0.01, judge: undefined },
};

async function openEndpoint(forecast: RunForecast) {
  const services = Object.assign(new FakeServices(), { forecast: () => forecast });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  return screen;
}

test('what a run will take is said before it starts, once the form is whole', async () => {
  const screen = await openEndpoint(FORECAST);
  await expect.element(screen.getByText(/28 calls/)).not.toBeInTheDocument();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('a-model');
  await expect
    .element(screen.getByText(/28 calls with 10 minutes of video: about 123 thousand tokens in/))
    .toBeVisible();
  await expect.element(screen.getByText(/and 9 calls of the judge\./)).toBeVisible();
  await expect.element(screen.getByText(/That costs \$0\.20 to \$1\.30\./)).toBeVisible();
});

test('where nothing is published, the forecast says so rather than guess', async () => {
  const screen = await openEndpoint({ ...FORECAST, inputTokens: undefined, costUsd: undefined });
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('a-model');
  await expect.element(screen.getByText(/counts for that is not published/)).toBeVisible();
});

test('the About page tells what is kept, and clips and copies can be let go', async () => {
  let facts: StorageFacts = {
    usedBytes: 30e6,
    quotaBytes: 9e9,
    isPersistent: false,
    clipBytes: 12e6,
    clipCount: 40,
    runCount: 2,
    benchmarkCount: 1,
  };
  let copies = ['a.mp4', 'b.mp4'].map((path) => ({ id: `copy of ${path}`, path, byteCount: 250e6 }));
  const videos = realVideos();
  const desk: SourceDesk = {
    ...videos.desk,
    copies: () => Promise.resolve(copies),
    deleteCopy: (id) => {
      copies = copies.filter((copy) => copy.id !== id);
      return Promise.resolve();
    },
  };
  const services = Object.assign(new FakeServices({ videos: { ...videos, desk } }), {
    storage: {
      facts: () => Promise.resolve(facts),
      persist: () => Promise.resolve(true),
      clearClips: () => {
        facts = { ...facts, clipBytes: 0, clipCount: 0 };
        return Promise.resolve();
      },
    },
  });
  const screen = await openApp(services, '#/about');
  await expect.element(screen.getByText(/2 runs, 1 benchmark and 40 clips \(12\.0 MB\)/)).toBeVisible();
  await expect.element(screen.getByText(/may clear it when room is short/)).toBeVisible();
  await screen.getByRole('button', { name: 'Clear the clips' }).click();
  await expect.element(screen.getByText(/2 runs, 1 benchmark and 0 clips/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Clear the clips' })).not.toBeInTheDocument();
  const list = screen.getByRole('list', { name: 'Copies of source videos' });
  await expect.element(list).toHaveTextContent(/a\.mp4 250\.0 MB.*b\.mp4 250\.0 MB/);
  await screen.getByRole('button', { name: 'Delete the copy of a.mp4' }).click();
  await expect.element(list).not.toHaveTextContent('a.mp4');
  await expect.element(list).toHaveTextContent('b.mp4');
});
