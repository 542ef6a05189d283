import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import type { RemoteFiles } from '../../../src/app/index.ts';
import { readPermalink } from '../../../src/share/index.ts';
import { aRun } from '../../unit/builders.ts';
import { axeFindings } from './axe-findings.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeRepository } from './fake-repository.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 30_000 });

const SAMPLE = fakeBenchmark(60, 40);

/** A link to a finished run, as its sender's browser makes it. */
async function aLink(...models: readonly ('baseline' | 'provider')[]): Promise<string> {
  const sender = new FakeServices({ sample: SAMPLE });
  const ids: string[] = [];
  for (const model of models) ids.push((await finishedRun(sender, model)).id);
  return sender.permalinks.write(ids, SAMPLE);
}

describe('a link to a result', () => {
  test('shows headline, ledger and settings at once in a browser that has nothing, marked as a claim', async () => {
    const screen = await openApp(new FakeServices({ sample: SAMPLE }), `#/r/${await aLink('provider')}`);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('stand-in');
    await expect.element(screen.getByText('Claimed by the sender.')).toBeVisible();
    await expect.element(screen.getByText(/95 % interval/).first()).toBeVisible();
    await expect.element(screen.getByText(/Multiple choice: 40 questions/)).toBeVisible();
    await expect.element(screen.getByText('http://127.0.0.1:8000/v1')).toBeVisible();
    await expect.element(screen.getByText(/Breakdowns need the questions of/)).toBeVisible();
    expect(document.body.textContent).not.toContain('By question type');
  });

  test('shows its breakdowns as soon as its benchmark is opened, computed again', async () => {
    const { repository, orders, step } = fakeRepository();
    const services = new FakeServices({ sample: SAMPLE, repository: { ...repository, digest: SAMPLE.digest } });
    const screen = await openApp(services, `#/r/${await aLink('provider')}`);
    // The link is of what the repository gives, so that is one click away.
    await screen.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
    await expect.element(screen.getByRole('progressbar', { name: 'Loading ReXSonoVQA' })).toBeVisible();
    expect(orders).toHaveLength(1);
    step({ kind: 'loaded', value: { benchmark: SAMPLE, problems: [], videoFiles: [] } });
    await expect.element(screen.getByText(/computed again here .* are as claimed/)).toBeVisible();
    await expect.element(screen.getByText('By question type').first()).toBeVisible();
    await expect.element(screen.getByText('What shortcuts score')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Question by question' })).toBeVisible();
  });

  test('of another benchmark than the one that is opened says so', async () => {
    const services = new FakeServices({ sample: fakeBenchmark(14, 4, { digest: 'f'.repeat(64), name: 'Another' }) });
    const screen = await openApp(services, `#/r/${await aLink('provider')}`);
    expect(screen.getByRole('button', { name: /^Load / }).query()).toBeNull();
    await screen.getByRole('button', { name: 'Open the built-in sample' }).click();
    await expect
      .element(screen.getByText(/“Another” is open now, but it is not the benchmark of this link/))
      .toBeVisible();
  });

  test('with several runs shows one in full and leads to the others', async () => {
    const screen = await openApp(new FakeServices({ sample: SAMPLE }), `#/r/${await aLink('provider', 'baseline')}`);
    await screen.getByRole('radio', { name: /Shortest option/ }).click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Shortest option');
  });

  test.each([
    [/cut short/, (link: string) => link.slice(0, -20)],
    [/altered/, (link: string) => `${link.slice(0, 60)}${link[60] === 'a' ? 'b' : 'a'}${link.slice(61)}`],
    [/altered/, (link: string) => `${link}/more?x=1`],
    [/cut short/, () => ''],
  ])('that is no longer whole says so and shows nothing of it: %s', async (words, spoil) => {
    const screen = await openApp(new FakeServices({ sample: SAMPLE }), `#/r/${spoil(await aLink('provider'))}`);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words);
    expect(document.body.textContent).not.toMatch(/Accuracy, multiple choice|Claimed/);
  });

  test('with marks for names shows them as letters', async () => {
    const hostile = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>{@html 1}';
    const sender = new FakeServices({ sample: fakeBenchmark(14, 4, { name: hostile }) });
    const { id } = await finishedRun(sender);
    const found = sender.stored.get(id)!;
    const { config } = found.run;
    const model = {
      kind: 'provider',
      provider: hostile,
      baseUrl: '',
      modelId: hostile,
      parameters: { [hostile]: hostile },
    } as const;
    found.run = { ...found.run, config: { ...config, model } };
    const services = new FakeServices({ sample: sender.sample });
    const screen = await openApp(services, `#/r/${await sender.permalinks.write([id], sender.sample)}`);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(hostile);
    await screen.getByRole('button', { name: 'Open the built-in sample' }).click();
    await expect.element(screen.getByText(/are as claimed/)).toBeVisible();
    expect(document.querySelector('main img, main script')).toBeNull();
    expect('hit' in globalThis).toBe(false);
  });

  test.each([
    [360, 'light'],
    [1280, 'dark'],
  ])('has nothing for axe to find at %i px in %s colours', async (width, theme) => {
    await page.viewport(width, 900);
    localStorage.setItem('sonoscore-theme', theme);
    const screen = await openApp(new FakeServices({ sample: SAMPLE }), `#/r/${await aLink('provider', 'baseline')}`);
    await expect.element(screen.getByText('Claimed by the sender.')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await screen.getByRole('button', { name: 'Open the built-in sample' }).click();
    await expect.element(screen.getByText(/are as claimed/)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    localStorage.clear();
  });
});

test('a run is shared from its results, with another beside it, and the link says what they are', async () => {
  const services = new FakeServices({ sample: SAMPLE });
  await finishedRun(services, 'baseline');
  const run = await finishedRun(services);
  const screen = await openApp(services, `#/results/${run.id}`);
  await screen.getByText(/^Put other runs beside it/).click();
  await screen.getByRole('checkbox', { name: /Shortest option/ }).click();
  await screen.getByRole('button', { name: 'Make a link' }).click();
  const link = await screen.getByLabelText(/^Link \(/).element();
  if (!(link instanceof HTMLInputElement)) throw new Error('The link is in no field.');
  const reading = await readPermalink(link.value.replace(/^.*#\/r\//, ''));
  expect(reading).toMatchObject({ kind: 'result', result: { runs: [{ isFinished: true }, { isFinished: true }] } });

  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  for (const name of ['Copy the link', 'Copy as text', 'Copy as Markdown', 'Copy a citation (BibTeX)'])
    await screen.getByRole('button', { name }).click();
  write.mockRestore();
  expect(copied[0]).toBe(link.value);
  expect(copied[1]).toMatch(/^stand-in on .*: accuracy \d+\.\d % \(95 % interval/);
  expect(copied[2]).toContain(`- [stand\\-in](${link.value})`);
  expect(copied[3]).toMatch(/^@misc\{sonoscore-stand-in[\s\S]*url = \{.*#\/r\//);

  await screen.getByRole('button', { name: 'QR code', exact: true }).click();
  await expect.element(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('a spot check asks some questions again and says what came of it', async () => {
  const services = new FakeServices({ sample: SAMPLE });
  const screen = await openApp(services, `#/r/${await aLink('baseline')}`);
  await screen.getByRole('button', { name: 'Open the built-in sample' }).click();
  await screen.getByLabelText('How many questions').fill('20');
  await screen.getByRole('button', { name: 'Set up a spot check' }).click();
  await expect.element(screen.getByText(/this form asks 20 questions of the link again/)).toBeVisible();
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  expect(services.startedWith[0]?.config.questionIds).toHaveLength(20);
  services.advance('run-1', 20);
  await expect.element(screen.getByText(/The claim is plausible/)).toBeVisible();
  await expect.element(screen.getByText(/100\.0 % of 20 answers ended alike/)).toBeVisible();
});

test('imported results can be checked too, at an endpoint that the reader chooses', async () => {
  const sender = new FakeServices({ sample: SAMPLE });
  const { id } = await finishedRun(sender);
  const found = sender.stored.get(id)!;
  const model = { kind: 'published', name: 'A model in a file', source: 'upstream' } as const;
  found.run = { ...found.run, config: { ...found.run.config, model } };
  const services = new FakeServices({ sample: SAMPLE });
  const screen = await openApp(services, `#/r/${await sender.permalinks.write([id], SAMPLE)}`);
  await screen.getByRole('button', { name: 'Open the built-in sample' }).click();
  await screen.getByRole('button', { name: 'Set up a spot check' }).click();
  await expect.element(screen.getByText(/how to ask “A model in a file”/)).toBeVisible();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('the-same-model');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  const { config } = services.startedWith[0]!;
  expect(config).toMatchObject({ model: { modelId: 'the-same-model' }, spotCheck: { runIndex: 0 } });
});

describe('a configuration link', () => {
  test('fills in everything but the key, and can be undone', async () => {
    const services = new FakeServices({ sample: SAMPLE });
    await services.benchmarks.keep(SAMPLE);
    const query =
      'provider=openai-compatible&url=https%3A%2F%2Fmodels.example%2Fv1&model=m-1&p.temperature=0.5&condition=text-only&order=seeded&kinds=mcq&limit=7&seed=9&epochs=2&protocol=sonoscore';
    const screen = await openApp(services, `#/run?${query}`);
    await expect.element(screen.getByText(/A link has filled in this form/)).toBeVisible();
    expect(location.hash).toBe('#/setup');
    await expect.element(screen.getByLabelText('Base URL')).toHaveValue('https://models.example/v1');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    expect(services.startedWith[0]?.config).toMatchObject({
      model: { modelId: 'm-1', parameters: { temperature: 0.5 } },
      condition: 'text-only',
      optionOrder: 'seeded',
      kinds: ['multiple-choice'],
      limit: 7,
      seed: 9,
      epochs: 2,
    });
    expect(services.startedWith[0]?.secrets.key).toBeUndefined();
  });

  test('takes no typed key to another address, and gives it back when undone', async () => {
    const services = new FakeServices({ sample: SAMPLE });
    await services.benchmarks.keep(SAMPLE);
    const screen = await openApp(services, '#/setup');
    await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
    await screen.getByLabelText('Base URL').fill('https://mine.example/v1');
    await screen.getByLabelText(/^Key/).fill('my-own-key');
    await screen.getByRole('button', { name: 'Add another model' }).click();
    const second = screen.getByRole('group', { name: 'Model 2' });
    await second.getByLabelText('Model id').fill('second-of-mine');
    location.hash = '#/run?provider=openai-compatible&url=https%3A%2F%2Fevil.example%2Fv1&model=m';
    // The link is of one model, so that no other is asked along with it.
    await expect.element(screen.getByLabelText('Base URL')).toHaveValue('https://evil.example/v1');
    await expect.element(screen.getByLabelText(/^Key/)).toHaveValue('');
    await screen.getByRole('button', { name: 'Put the form back as it was' }).click();
    await expect.element(screen.getByLabelText('Base URL').first()).toHaveValue('https://mine.example/v1');
    await expect.element(screen.getByLabelText(/^Key/).first()).toHaveValue('my-own-key');
    await expect.element(second.getByLabelText('Model id')).toHaveValue('second-of-mine');
  });

  test('with what this page does not know says so and leaves that as it was', async () => {
    const services = new FakeServices({ sample: SAMPLE });
    await services.benchmarks.keep(SAMPLE);
    const query =
      'provider=<b>x</b>&condition=smell&seed=-1&url=javascript:alert(1)&colour=red&limit=5&digest=abc&benchmark=Other';
    const screen = await openApp(services, `#/run?${query}`);
    const notice = screen.getByText(/which was left as it was/);
    await expect.element(notice).toHaveTextContent(/“condition=smell”, .*“seed=-1”.*“colour”.*the service “<b>x<\/b>”/);
    await expect.element(notice).toHaveTextContent('It is of the benchmark “Other”');
    await expect.element(screen.getByLabelText('At most')).toHaveValue('5');
  });

  test('made of a run sets up the same run', async () => {
    const services = new FakeServices({ sample: SAMPLE });
    const run = await finishedRun(services);
    const screen = await openApp(services, `#/run/${run.id}`);
    await screen.getByRole('link', { name: 'Set up a run like this' }).click();
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    const { config } = services.startedWith[1]!;
    expect({ ...config, sourceKeys: undefined }).toEqual({ ...run.config, sourceKeys: undefined });
  });
});

describe('a run file elsewhere', () => {
  const file = { path: 'run.json', blob: new Blob(['{}']) };

  function servicesWith(fetch: RemoteFiles['fetch']): FakeServices {
    const services: FakeServices = new FakeServices({
      sample: SAMPLE,
      remoteFiles: { fetch },
      exchange: {
        export: () => Promise.reject(new Error('Not asked for here.')),
        exportAudit: () => Promise.reject(new Error('There is no audit.')),
        import: (files) => {
          expect(files).toEqual([file]);
          const run = aRun(services.sample, { id: 'fetched' });
          services.stored.set(run.id, { run, attempts: new Map() });
          return Promise.resolve({ runs: [run], problems: [] });
        },
      },
    });
    return services;
  }

  test('is asked about, fetched, and leads to its results', async () => {
    const fetch = vi.fn<RemoteFiles['fetch']>(() => Promise.resolve(file));
    const screen = await openApp(servicesWith(fetch), '#/open?url=https://files.example/a.json?x=1&y=2');
    await expect.element(screen.getByText('files.example', { exact: true })).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Fetch and import' }).click();
    await expect.poll(() => location.hash).toBe('#/results/fetched');
    expect(fetch.mock.calls[0]?.[0]).toBe('https://files.example/a.json?x=1&y=2');
  });

  test('shows how far it is and can be cancelled, which is no failure', async () => {
    const fetch: RemoteFiles['fetch'] = (_url, signal, onProgress) =>
      new Promise((_resolve, reject) => {
        onProgress({ bytes: 1_200_000, totalBytes: 3_000_000 });
        signal.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
      });
    const screen = await openApp(servicesWith(fetch), '#/open?url=https://files.example/a.json');
    await screen.getByRole('button', { name: 'Fetch and import' }).click();
    await expect.element(screen.getByText('1.2 MB fetched of 3.0 MB')).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByRole('button', { name: 'Fetch and import' })).toBeVisible();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  test.each(['', 'javascript:alert(1)', 'http://files.example/run.json', 'https://me:pw@files.example/run.json'])(
    'at “%s” is not offered',
    async (url) => {
      const screen = await openApp(servicesWith(vi.fn()), `#/open?url=${url}`);
      await expect.element(screen.getByRole('alert')).toBeVisible();
      expect(document.querySelector('main button')).toBeNull();
    },
  );
});
