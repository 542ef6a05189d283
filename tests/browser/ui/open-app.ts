import { render } from 'vitest-browser-svelte';

import App from '../../../src/ui/App.svelte';
import type { FakeServices } from './fake-services.ts';

/** Opens the application at an address, as a fresh visit would. */
export async function openApp(services: FakeServices, hash = '#/') {
  history.replaceState(null, '', hash);
  return render(App, { services });
}

/** Starts a Run behind the pages and answers all of its questions. */
export async function finishedRun(services: FakeServices, model: 'baseline' | 'provider' = 'provider') {
  await services.benchmarks.keep(services.sample);
  const run = await services.runs.start(
    {
      model:
        model === 'baseline'
          ? { kind: 'baseline', baseline: 'shortest-option' }
          : {
              kind: 'provider',
              provider: 'openai-compatible',
              baseUrl: 'http://127.0.0.1:8000/v1',
              modelId: 'stand-in',
              parameters: {},
            },
      protocol: { id: 'sonoscore', version: '1' },
      condition: 'video',
      optionOrder: 'as-printed',
      kinds: ['multiple-choice', 'free-response'],
      limit: undefined,
      seed: 1,
      epochs: 1,
    },
    services.sample,
    { key: undefined },
  );
  services.advance(run.id, services.sample.questions.length);
  return run;
}
