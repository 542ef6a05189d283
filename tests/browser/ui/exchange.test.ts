import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { batchName, batchSize, readBatch, waitingCalls, writeBatch } from '../../../src/app/batch/index.ts';
import { createRuns, SonoscoreError, type RunExchange } from '../../../src/app/index.ts';
import { batchBody, readChatReply } from '../../../src/providers/index.ts';
import { aRun } from '../../unit/builders.ts';
import { aWorld } from '../../unit/run/memory-ports.ts';
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

test('a batch file goes out on the results page; its output comes in on the start page and is scored', async () => {
  const world = aWorld({ ask: () => Promise.reject(new Error('A batch calls nobody.')) });
  const find = (sourceKey: string) =>
    Promise.resolve(sourceKey === 'source-2.mp4' ? undefined : { name: sourceKey, blob: new Blob(), offsetSeconds: 0 });
  const ports = { ...world.ports, newId: () => 'waiting', sources: { find }, chatBody: batchBody };
  /** What these know of the run, the pages know too. */
  const show = async (id: string) => {
    const run = await world.store.getRun(id);
    const attempts = await world.store.listAttempts(id);
    if (run === undefined) throw new Error(`There is no run ${id}.`);
    services.stored.set(id, {
      run,
      attempts: new Map(attempts.map((attempt) => [`${attempt.epoch} ${attempt.questionId}`, attempt])),
    });
  };
  const services: FakeServices = new FakeServices({
    batches: {
      size: (config, benchmark) => Promise.resolve(batchSize(config, benchmark, ports.providers)),
      async write(config, benchmark, signal, onProgress) {
        const written = await writeBatch(config, benchmark, ports, signal, onProgress);
        await show(written.run.id);
        return { ...written, name: batchName(written.run) };
      },
      waiting: (config, benchmark) => waitingCalls(config, benchmark, world.store),
    },
    exchange: {
      ...NOTHING,
      async import(files, _benchmark, signal) {
        const findBenchmark = () => Promise.resolve(services.sample);
        const reading = { store: world.store, runs: createRuns(ports), findBenchmark, readChatReply };
        const read = await readBatch(files, reading, signal);
        for (const { id } of read.runs) await show(id);
        return read;
      },
    },
  });
  await finishedRun(services);
  let saved: { readonly name: string; readonly address: string } | undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved = { name: this.download, address: this.href };
  });
  const screen = await openApp(services, '#/results/run-1');
  await screen.getByText(/^Write the requests as a batch file/).click();
  await expect.element(screen.getByText(/^14 requests, about \d/)).toBeVisible();
  await screen.getByRole('button', { name: 'Write the file' }).click();
  await expect.poll(() => saved?.name).toMatch(/^sonoscore-stand-in-.*-batch\.jsonl$/);
  click.mockRestore();
  await expect.element(screen.getByText(/^Wrote 8 requests/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Show all 6' })).toBeVisible();

  const text = await (await fetch(saved?.address ?? '')).text();
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      expect(line).toContain('data:video/mp4;base64,');
      return /"custom_id":"([^"]+)"/.exec(line)?.[1];
    });
  expect(new Set(ids).size).toBe(8);
  const output = ids.map((id, index) => {
    const message = { role: 'assistant', content: index === 0 ? 'I cannot see the video.' : 'Answer: D' };
    const body = { model: 'stand-in', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    return JSON.stringify({ custom_id: id, response: { status_code: 200, body }, error: null });
  });

  await screen.getByRole('link', { name: 'The run that waits for its output' }).click();
  await expect.element(screen.getByText(/waits for the output of its batch file/)).toBeVisible();
  location.hash = '#/';
  await screen.getByText(/^Import results/).click();
  await pick(new File([output.join('\n')], 'output.jsonl'));
  await screen.getByRole('status').getByRole('link', { name: 'stand-in' }).click();
  expect(location.hash).toBe('#/results/waiting');
  await expect.element(screen.getByRole('heading', { name: 'Accuracy, multiple choice' })).toBeVisible();
  const outcomes = (await world.store.listAttempts('waiting')).map(
    ({ state }) => state.kind === 'done' && state.outcome,
  );
  expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(6);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(1);
  expect(outcomes).toContain('correct');
});
