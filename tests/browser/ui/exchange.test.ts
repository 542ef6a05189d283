import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { SonoscoreError, type RunExchange } from '../../../src/app/index.ts';
import { aRun } from '../../unit/builders.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const NOTHING: RunExchange = {
  export: () => Promise.reject(new Error('Not asked for here.')),
  exportAudit: () => Promise.reject(new Error('There is no audit.')),
  import: () => Promise.resolve({ runs: [], problems: [] }),
};

async function pick(file: File): Promise<void> {
  const input = document.querySelector('input[aria-label="Import results: files"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for results.');
  await userEvent.upload(input, file);
}

test('a run is saved under the name and in the form that was asked for', async () => {
  const asked: unknown[] = [];
  const services = new FakeServices({
    exchange: {
      ...NOTHING,
      export: (runId, benchmark, format) => {
        asked.push([runId, benchmark?.digest, format]);
        return Promise.resolve({ name: 'run of today.csv', blob: new Blob(['a,b']) });
      },
    },
  });
  await finishedRun(services);
  let saved: string | undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved = this.download;
  });
  const screen = await openApp(services, '#/results/run-1');
  await screen.getByRole('button', { name: 'Table (CSV)' }).click();
  await expect.poll(() => saved).toBe('run of today.csv');
  click.mockRestore();
  expect(asked).toEqual([['run-1', services.sample.digest, 'csv']]);
});

test('a file that cannot be made says why', async () => {
  const message = 'This run is not in this browser: it may have been deleted.';
  const services = new FakeServices({
    exchange: {
      ...NOTHING,
      export: () => Promise.reject(new SonoscoreError({ kind: 'internal', retryable: false, message })),
    },
  });
  await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1');
  await screen.getByRole('button', { name: 'Run file' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message);
});

test('without its benchmark a run can still be saved whole', async () => {
  const services = new FakeServices({ exchange: NOTHING });
  await finishedRun(services);
  services.keptBenchmarks.clear();
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByRole('button', { name: 'Run file' })).toBeEnabled();
  await expect.element(screen.getByRole('button', { name: 'Table (CSV)' })).toBeDisabled();
});

test('results are imported from files, matched with the open benchmark, and lead to their page', async () => {
  const services: FakeServices = new FakeServices({
    exchange: {
      ...NOTHING,
      import: (files, benchmark) => {
        const run = aRun(services.sample, { id: 'imported' });
        services.stored.set(run.id, { run, attempts: new Map() });
        return Promise.resolve({
          runs: [run],
          problems: [{ file: files[0]?.path ?? '', message: `3 answers fit no question of “${benchmark?.name}”.` }],
        });
      },
    },
  });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services);
  await screen.getByText(/^Import results/).click();
  await expect.element(screen.getByText(/which is “Sonoscore sample”/)).toBeVisible();
  await pick(new File(['{}'], 'pred_a.json'));
  await expect.element(screen.getByText(/3 answers fit no question of “Sonoscore sample”/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'stand-in' }).first()).toBeVisible();
  await screen.getByRole('link', { name: 'stand-in' }).first().click();
  expect(location.hash).toBe('#/results/imported');
});

test('files without results are said to have none', async () => {
  const screen = await openApp(new FakeServices({ exchange: NOTHING }));
  await screen.getByText(/^Import results/).click();
  await pick(new File(['{}'], 'notes.json'));
  await expect.element(screen.getByText('No run was found in these files.')).toBeVisible();
});
