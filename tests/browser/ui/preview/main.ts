import { mount } from 'svelte';

import { presets } from '../../../../src/providers/index.ts';
import App from '../../../../src/ui/App.svelte';
import { fakeBenchmark } from '../fake-benchmark.ts';
import { fakeRepository } from '../fake-repository.ts';
import { FakeServices } from '../fake-services.ts';

/**
 * The pages with an in-memory application behind them, to look at while they are made:
 * `npx vite` and `/tests/browser/ui/preview/?questions=514&step=20&problems=3`.
 */
const query = new URLSearchParams(location.search);
const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
const sample = fakeBenchmark(number('questions', 14), number('videos', 4));
const available = query.has('available') ? (query.get('available') ?? '').split(',') : undefined;
const services = new FakeServices({
  sample,
  stepMs: number('step', 150),
  realTime: true,
  keys: new Map(),
  ...(query.has('presets') ? { presets } : {}),
  ...(query.has('repository') ? { repository: fakeRepository().repository } : {}),
  exchange: {
    export: () => Promise.resolve({ name: 'run.json', blob: new Blob(['{}']) }),
    exportAudit: () => Promise.reject(new Error('There is no audit.')),
    import: () => Promise.resolve({ runs: [], problems: [] }),
  },
  connectionTests: {
    test: () => Promise.resolve({ findings: [], questionCostUsd: undefined, textLatencyMs: undefined }),
  },
  signals: {
    readySound: () => Promise.resolve(),
    sound: () => undefined,
    askToNotify: () => Promise.resolve(true),
    notify: () => undefined,
  },
  ...(available === undefined ? {} : { available }),
  files: (files) =>
    Promise.resolve({
      benchmark: number('broken', 0) > 0 ? undefined : { ...sample, origin: { kind: 'folder', name: 'RexSonoVQA' } },
      problems: Array.from({ length: number('problems', 0) }, (_, index) => ({
        file: files[0]?.path ?? 'a.json',
        questionNumber: index + 1,
        field: 'answer',
        message: 'The answer “E” is none of the options A to D: the question is left out.',
      })),
      videoFiles: [],
    }),
});
const target = document.getElementById('app');
if (target !== null) mount(App, { target, props: { services } });

// Doors for the pictures: two questions wait, and the run pauses.
Object.assign(window, {
  previewWait: () => {
    const attempts = [...(services.stored.get('run-1')?.attempts.values() ?? [])];
    for (const attempt of attempts.filter(({ state }) => state.kind === 'queued').slice(-2)) {
      const reason = 'The server asked for fewer requests, and for a wait of 60 s.';
      services.change({ ...attempt, state: { kind: 'waiting', untilMs: Date.now() + 60_000, reason } });
    }
  },
  previewPause: () => {
    services.pause(
      'run-1',
      'The next answer could pass the cap of $2.5: about $2.4931 is spent. Raise the cap to go on.',
    );
  },
});
