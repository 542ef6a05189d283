import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { PickedFile } from '../../../src/app/index.ts';
import { aRunConfig } from '../../unit/builders.ts';
import { dropOn } from './drop-on.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeRepository } from './fake-repository.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';
import { memoryPlaces, realVideos } from './real-videos.ts';

vi.setConfig({ testTimeout: 20_000 });

function fileInput(name: string): HTMLInputElement {
  const input = document.querySelector(`input[type=file][aria-label="${name}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no input ${name}.`);
  return input;
}

test('the sample opens on the setup page, and one more click runs it with a baseline and no key', async () => {
  const services = new FakeServices();
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Try the sample' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Set up a run' })).toBeVisible();
  expect(location.hash).toBe('#/setup');
  expect(services.startedWith).toEqual([]);
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(services.startedWith).toMatchObject([
    {
      secrets: { key: undefined },
      config: { model: { kind: 'baseline', baseline: 'shortest-option' }, kinds: ['multiple-choice'] },
    },
  ]);
});

test('“Run it now” starts at once', async () => {
  const services = new FakeServices();
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Run it now' }).click();
  await expect.element(screen.getByText(/0 of \d+ done/)).toBeVisible();
  expect(services.startedWith).toHaveLength(1);
});

test('the repository loads with its progress, names files that are not as recorded, and takes them only when told', async () => {
  const { repository, orders, step } = fakeRepository();
  const screen = await openApp(new FakeServices({ repository }));
  await screen.getByText('Where it is fetched from').click();
  await screen.getByLabelText('Second mirror').fill('nowhere');
  await expect.element(screen.getByRole('button', { name: 'Load ReXSonoVQA' })).toBeDisabled();
  await expect.element(screen.getByText(/“nowhere” is no address/)).toBeVisible();
  await screen.getByLabelText('Second mirror').fill('http://127.0.0.1:9/there/');
  await screen.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
  await expect.element(screen.getByText(/41 of 95 files/)).toBeVisible();
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(screen.getByRole('button', { name: 'Load ReXSonoVQA' })).toBeEnabled();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
  step({ kind: 'changed', files: ['benchmark_questions/mcq/a.json'] });
  await expect.element(screen.getByText(/1 file is not as recorded/)).toBeVisible();
  await screen.getByText('Which').click();
  await expect.element(screen.getByText('benchmark_questions/mcq/a.json')).toBeVisible();
  await screen.getByRole('button', { name: 'Use them all the same' }).click();
  step({ kind: 'loaded', value: { benchmark: fakeBenchmark(), problems: [], videoFiles: [] } });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Set up a run' })).toBeVisible();
  expect(orders.map(({ acceptChanged }) => acceptChanged)).toEqual([false, false, true]);
  expect(orders[0]?.mirrors).toEqual(['http://127.0.0.1:9/here/', 'http://127.0.0.1:9/there/']);
});

test('a benchmark of the repository says that the authors’ prompts are missing, and fetches them when told', async () => {
  const { repository, step } = fakeRepository();
  const services = new FakeServices({ repository });
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
  const benchmark = fakeBenchmark(6, 2, { digest: repository.digest });
  step({ kind: 'loaded', value: { benchmark, problems: [], videoFiles: [] } });
  await expect.element(screen.getByText(/^Prompts came from no mirror/)).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/came from no mirror/)).not.toBeInTheDocument();
  expect(services.keptBenchmarks.get(repository.digest)?.referencePrompts).toBeDefined();
});

test('benchmarks are kept side by side: opened, deleted and had back', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(fakeBenchmark(6, 2, { name: 'Mine', digest: 'a'.repeat(64) }));
  await services.benchmarks.keep(fakeBenchmark(14, 4, { name: 'Theirs', digest: 'b'.repeat(64) }));
  const screen = await openApp(services);
  await expect.element(screen.getByText('6 questions kept for scoring')).toBeVisible();
  await screen.getByRole('button', { name: 'Open Mine' }).click();
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Mine' })).toBeVisible();
  await screen.getByRole('link', { name: 'Start', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Open Mine' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Delete Theirs' }).click();
  await expect.element(screen.getByText(/Deleted “Theirs”/)).toBeVisible();
  expect([...services.keptBenchmarks.values()].map(({ name }) => name)).toEqual(['Mine']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('button', { name: 'Open Theirs' }).click();
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Theirs' })).toBeVisible();
});

test('an address that gives no benchmark says why, beside its field', async () => {
  const screen = await openApp(new FakeServices());
  await screen.getByLabelText('Or from an address').fill('https://a.example/b.zip');
  await screen.getByRole('button', { name: 'Fetch' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('b.zip” could not be read from this page');
});

test('files that are no benchmark are named with question and field, and what was open stays open', async () => {
  const services = new FakeServices({
    files: () =>
      Promise.resolve({
        benchmark: undefined,
        problems: [
          { file: 'mcq/a.json', questionNumber: 3, field: 'options', message: 'The question has no options.' },
        ],
        videoFiles: [],
      }),
  });
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Try the sample' }).click();
  await screen.getByRole('link', { name: 'Start', exact: true }).click();
  await userEvent.upload(fileInput('Open a benchmark: files'), new File(['[]'], 'a.json'));
  const alert = screen.getByRole('alert');
  await expect.element(alert).toHaveTextContent('mcq/a.json, question 3, field “options”');
  await expect.element(alert).toHaveTextContent('The question has no options.');
  await expect.element(alert).toHaveTextContent('“Sonoscore sample” is still open.');
});

test('an error of the reader is one sentence, not a blank page', async () => {
  const services = new FakeServices({
    files: () => Promise.reject(new Error('The zip archive ends too early: download it again.')),
  });
  const screen = await openApp(services);
  await userEvent.upload(fileInput('Open a benchmark: files'), new File(['PK'], 'a.zip'));
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The zip archive ends too early: download it again.');
});

test('reading can be stopped, which is no failure', async () => {
  let stopped = false;
  const services = new FakeServices();
  services.benchmarks.loadFiles = (_files, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped = true;
        reject(new DOMException('Stopped.', 'AbortError'));
      });
    });
  const screen = await openApp(services);
  await userEvent.upload(fileInput('Open a benchmark: files'), new File(['PK'], 'a.zip'));
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(screen.getByRole('button', { name: 'Try the sample' })).toBeEnabled();
  expect(stopped).toBe(true);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a dropped folder is walked to its leaves', async () => {
  let got: readonly PickedFile[] = [];
  const services = new FakeServices({
    files: (files) => {
      got = files;
      return Promise.resolve({ benchmark: fakeBenchmark(), problems: [], videoFiles: [] });
    },
  });
  const screen = await openApp(services);
  await dropOn(screen.getByRole('group', { name: 'Open a benchmark' }).element(), 'src/ui');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Set up a run' })).toBeVisible();
  const paths = got.map((file) => file.path);
  expect(paths).toContain('ui/App.svelte');
  expect(paths).toContain('ui/state/route.ts');
  expect(paths).toEqual(paths.toSorted());
  expect(got.find((file) => file.path === 'ui/state/route.ts')?.blob.size).toBeGreaterThan(100);
});

test('a dropped folder that holds videos too is remembered with the benchmark', async () => {
  const places = memoryPlaces();
  const videos = realVideos({ places, pickFolder: () => Promise.reject(new Error('nobody is asked')) });
  const isVideo = ({ path }: PickedFile) => path.endsWith('.mp4');
  const files = (all: readonly PickedFile[]) =>
    Promise.resolve({ benchmark: fakeBenchmark(), problems: [], videoFiles: all.filter(isVideo) });
  const screen = await openApp(new FakeServices({ files, videos }));
  await dropOn(screen.getByRole('group', { name: 'Open a benchmark' }).element(), 'public/sample');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Set up a run' })).toBeVisible();
  await expect.poll(() => [...places.all.values()].map(({ kind }) => kind)).toEqual(['folder']);
});

test('a file dropped beside the zones does not replace the page', async () => {
  await openApp(new FakeServices());
  const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

test('without earlier runs the page says what to do', async () => {
  const screen = await openApp(new FakeServices());
  await expect.element(screen.getByText(/None yet\./)).toBeVisible();
});

test('a deleted run can be had back, and goes for good when the time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const services = new FakeServices();
    const run = await finishedRun(services);
    const screen = await openApp(services);
    const earlier = screen.getByRole('region', { name: 'Earlier runs' });
    const remove = screen.getByRole('button', { name: /^Delete the run of stand-in/ });
    await remove.click();
    await expect.poll(() => services.stored.get(run.id)?.run.deletedAt).toBeDefined();
    await screen.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => services.stored.get(run.id)?.run.deletedAt).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(services.removed).toEqual([]);
    await expect.element(earlier.getByRole('link', { name: 'stand-in' })).toBeVisible();
    await remove.click();
    expect(services.removed).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(services.removed).toEqual([run.id]);
    await expect.element(earlier.getByRole('link', { name: 'stand-in' })).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('a run that is deleted stops at once, and after a reload of the page it stays deleted', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(services.sample);
  const run = await services.runs.start(aRunConfig(), services.sample, { key: 'k' });
  const screen = await openApp(services);
  await expect.element(screen.getByText('Going on')).toBeVisible();
  await screen.getByRole('button', { name: /^Delete the run of stand-in/ }).click();
  await expect.element(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(services.activeRuns.size).toBe(0);
  await screen.unmount();
  const again = await openApp(services);
  await expect.element(again.getByText(/None yet\./)).toBeVisible();
  expect(services.stored.get(run.id)?.run.status).toEqual({ kind: 'cancelled' });
});

test('a run that nobody works on is not said to go on, and the list follows what happens to the others', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(services.sample);
  const left = await services.runs.start(aRunConfig(), services.sample, { key: 'k' });
  services.activeRuns.delete(left.id);
  const screen = await openApp(services);
  await expect.element(screen.getByText('Stopped', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Going on')).not.toBeInTheDocument();
  const other = await services.runs.start(aRunConfig(), services.sample, { key: 'k' });
  services.advance(other.id, 1);
  await expect.element(screen.getByText('Going on')).toBeVisible();
  services.advance(other.id, 20);
  await expect.element(screen.getByText('Finished', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Going on')).not.toBeInTheDocument();
});

test('a store that cannot be read is said beside the list', async () => {
  const services = new FakeServices();
  services.runs.list = () => Promise.reject(new Error('the browser refuses storage.'));
  const screen = await openApp(services);
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Earlier runs could not be read: the browser refuses storage.');
});
