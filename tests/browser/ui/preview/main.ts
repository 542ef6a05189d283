import { mount } from 'svelte';

import App from '../../../../src/ui/App.svelte';
import { fakeBenchmark } from '../fake-benchmark.ts';
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
