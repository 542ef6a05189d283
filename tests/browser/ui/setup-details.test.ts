import { expect, test, vi } from 'vitest';

import type { ModelPreset } from '../../../src/app/index.ts';
import { somePrompts } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices, type FakeOptions } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

const PRESETS: readonly ModelPreset[] = [
  {
    id: 'hosted',
    label: 'Hosted',
    provider: 'hosted',
    baseUrl: 'https://hosted.invalid/v1',
    modelId: 'big',
    parameters: { temperature: 0, level: 'low', thinks: true },
    keyNeeded: true,
    price: { inputPerMillion: 2, outputPerMillion: 12 },
  },
  {
    id: 'far',
    label: 'Far away',
    provider: 'far',
    baseUrl: 'https://far.invalid/v1',
    modelId: 'far-model',
    parameters: {},
    keyNeeded: true,
    reach: 'relay',
  },
];

async function openEndpoint(options: FakeOptions = {}) {
  const services = new FakeServices({ presets: PRESETS, ...options });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  const start = async () => {
    await run.click();
    await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
    return services.startedWith[0];
  };
  return { services, screen, run, start };
}

test('parameters are edited as a table, and their values are read as what they mean', async () => {
  const { screen, run, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByText(/^Parameters and prices/).click();
  await screen.getByLabelText('Value of temperature').fill('0.7');
  await screen.getByRole('button', { name: 'Remove level' }).click();
  await screen.getByRole('button', { name: 'Add a parameter' }).click();
  await expect.element(screen.getByLabelText('Name of parameter 3')).toHaveFocus();
  await screen.getByLabelText('Name of parameter 3').fill('temperature');
  await expect.element(run).toHaveAccessibleDescription('The parameter “temperature” is there twice: take one out.');
  await screen.getByLabelText('Name of parameter 3').fill('api_key');
  await expect.element(run).toHaveAccessibleDescription(/looks like a key/);
  await screen.getByLabelText('Name of parameter 3').fill('timeout_seconds');
  await screen.getByLabelText('Value of timeout_seconds').fill('1200');
  expect((await start())?.config.model).toMatchObject({
    parameters: { temperature: 0.7, thinks: true, timeout_seconds: 1200 },
  });
});

test('a cap needs prices, and the Run button leads to where they are missing, unfolding it', async () => {
  const { screen, run, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByText(/^More/).click();
  await screen.getByLabelText(/^Stop at/).fill('2,50');
  await expect.element(run).toHaveAccessibleDescription(/Write the cap in dollars/);
  await screen.getByLabelText(/^Stop at/).fill('2.50');
  await expect.element(run).toHaveAttribute('aria-disabled', 'false');
  // The prices of a preset hold for its own model only.
  await screen.getByLabelText('Model id').fill('another');
  await expect.element(run).toHaveAccessibleDescription(/A cap needs prices/);
  await run.click({ force: true });
  const input = screen.getByLabelText('Input', { exact: true });
  await expect.element(input).toHaveFocus();
  await input.fill('1');
  await screen.getByLabelText('Output', { exact: true }).fill('3');
  expect((await start())?.budget).toEqual({ price: { inputPerMillion: 1, outputPerMillion: 3 }, capUsd: 2.5 });
});

test('a cap counts the judge’s calls: it needs their price too', async () => {
  const { screen, run, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByRole('radio', { name: /^Another model/ }).click();
  const judge = screen.getByRole('region', { name: 'Judge' });
  await judge.getByLabelText('Model id').fill('a-judge');
  await judge.getByLabelText('Key', { exact: true }).fill('judge-key');
  await screen.getByText(/^More/).click();
  await screen.getByLabelText(/^Stop at/).fill('3');
  await expect.element(run).toHaveAccessibleDescription(/counts judging too/);
  await run.click({ force: true });
  await expect.element(judge.getByLabelText('Input', { exact: true })).toHaveFocus();
  await judge.getByLabelText('Input', { exact: true }).fill('1');
  await judge.getByLabelText('Output', { exact: true }).fill('4');
  expect((await start())?.budget).toEqual({
    price: { inputPerMillion: 2, outputPerMillion: 12 },
    judgePrice: { inputPerMillion: 1, outputPerMillion: 4 },
    capUsd: 3,
  });
});

test('without a cap no budget goes along', async () => {
  const { screen, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  expect((await start())?.budget).toBeUndefined();
});

test('repeats, rotations and asking afresh are what is run', async () => {
  const { screen, run, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByLabelText('Order of the options').selectOptions('circular');
  await screen.getByText(/^More/).click();
  await screen.getByLabelText('Repeats').fill('0');
  await expect.element(run).toHaveAccessibleDescription(/Write the repeats/);
  await screen.getByLabelText('Repeats').fill('3');
  await screen.getByRole('checkbox', { name: /Ask afresh/ }).click();
  await expect
    .element(screen.getByText(/^14 questions, shown as video/))
    .toHaveTextContent(/each 3 times, multiple choice once for every rotation of its options/);
  expect((await start())?.config).toMatchObject({ optionOrder: 'circular', epochs: 3, freshAnswers: true });
});

test('what shortcuts score on the open benchmark is shown before anything is run', async () => {
  const { screen } = await openEndpoint({ sample: fakeBenchmark(30, 6) });
  await screen.getByText(/^What shortcuts score here/).click();
  const table = screen.getByRole('table', { name: /^What each rule scores/ });
  await expect.element(table.getByRole('row', { name: /^Always A 20 / })).toBeVisible();
  await expect.element(screen.getByText(/All: right answers as printed are\s+A \d+/)).toBeVisible();
});

test('YouTube, uncropped, is offered where model and benchmark allow it, needs no source video, and says what it means', async () => {
  const plain = fakeBenchmark();
  const sourceVideos = plain.sourceVideos.map((source) => ({
    ...source,
    location: { kind: 'youtube', youtubeId: 'aB3-_xyz012', url: 'https://youtu.be/aB3-_xyz012' } as const,
  }));
  const presets = PRESETS.map((preset) => ({ ...preset, readsYouTube: preset.id === 'hosted' }));
  const { screen, run, start } = await openEndpoint({ sample: { ...plain, sourceVideos }, presets, available: [] });
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await expect.element(run).toHaveAccessibleDescription(/Attach at least one source video/);
  const shown = screen.getByLabelText('What the model is shown');
  await shown.selectOptions('youtube-uncropped');
  await expect.element(screen.getByText(/sees the whole frame.*hears the narrator.*not comparable/)).toBeVisible();
  await expect
    .element(screen.getByText(/sends .*each question with the address of its window on YouTube/))
    .toBeVisible();
  await screen.getByLabelText('Provider', { exact: true }).selectOptions('far');
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByLabelText('Relay address').fill('http://127.0.0.1:8787/t/token');
  await expect.element(run).toHaveAccessibleDescription(/Only Gemini reads YouTube by itself/);
  await shown.selectOptions('text-only');
  await expect.element(shown).not.toHaveTextContent('YouTube');
  await screen.getByLabelText('Provider', { exact: true }).selectOptions('hosted');
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await shown.selectOptions('youtube-uncropped');
  // Nor is a queue started of which one model cannot.
  await screen.getByRole('button', { name: 'Add another model' }).click();
  const second = screen.getByRole('group', { name: 'Model 2' });
  await second.getByLabelText('Provider', { exact: true }).selectOptions('far');
  await second.getByLabelText('Key', { exact: true }).fill('k');
  await expect.element(run).toHaveAccessibleDescription(/^Model 2 cannot read YouTube by itself/);
  await second.getByRole('button', { name: 'Take out model 2' }).click();
  const config = (await start())?.config;
  expect(config).toMatchObject({ condition: 'youtube-uncropped' });
  expect(config?.sourceKeys).toBeUndefined();
});

test('who cuts the clips can be chosen, where clips are shown', async () => {
  const { screen, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByText(/^More/).click();
  await screen.getByLabelText('Clips are cut by').selectOptions('ffmpeg');
  await screen.getByLabelText('What the model is shown').selectOptions('text-only');
  await expect.element(screen.getByLabelText('Clips are cut by')).not.toBeInTheDocument();
  await screen.getByLabelText('What the model is shown').selectOptions('frames');
  expect((await start())?.config).toMatchObject({ condition: 'frames', clipEngine: 'ffmpeg' });
});

test('the reference’s prompts can be chosen only where the benchmark brought them', async () => {
  const { screen } = await openEndpoint();
  await screen.getByText(/^More/).click();
  await expect.element(screen.getByRole('option', { name: /The reference’s/ })).toBeDisabled();
  await expect.element(screen.getByText(/inference_qa_youtube\.py, inference_qa_check\.py/)).toBeVisible();
  await expect.element(screen.getByText(/not comparable with published numbers/)).toBeVisible();
});

test('with the authors’ files at hand a run follows the reference, its judge too', async () => {
  const { screen, start } = await openEndpoint({ sample: fakeBenchmark(14, 4, { referencePrompts: somePrompts() }) });
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByText(/^More/).click();
  await screen.getByLabelText('Prompts').selectOptions('reference');
  await screen.getByRole('radio', { name: /The same model/ }).click();
  const started = await start();
  expect(started?.config.protocol).toEqual({ id: 'reference', version: expect.any(String) });
  expect(started?.config.judge).toMatchObject({
    model: { modelId: 'big' },
    protocol: { id: 'reference' },
    strict: false,
  });
  expect(started?.secrets).toEqual({ key: 'k', judgeKey: 'k' });
});

test('another model judges with its own key, and is no judge where nothing is to be judged', async () => {
  const { screen, run, start } = await openEndpoint();
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await screen.getByRole('radio', { name: /Another model/ }).click();
  await expect.element(run).toHaveAccessibleDescription('Judge: this endpoint wants a key.');
  const judge = screen.getByRole('region', { name: 'Judge' });
  await judge.getByLabelText('Model id').fill('a-judge');
  await judge.getByLabelText('Key', { exact: true }).fill('judge-key');
  await judge.getByRole('checkbox', { name: /Judge strictly/ }).click();
  await screen.getByRole('checkbox', { name: /Free response/ }).click();
  await expect.element(judge).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: /Free response/ }).click();
  await expect.element(screen.getByText(/the free-response answers to hosted\.invalid/)).toBeVisible();
  const started = await start();
  expect(started?.config.judge).toMatchObject({ model: { provider: 'hosted', modelId: 'a-judge' }, strict: true });
  expect(started?.secrets).toEqual({ key: 'k', judgeKey: 'judge-key' });
  expect(JSON.stringify(started?.config)).not.toContain('judge-key');
});

test('a key is remembered when asked, comes back with its endpoint, and is forgotten on the spot', async () => {
  const keys = new Map([['https://far.invalid/v1', 'far-key']]);
  const { screen } = await openEndpoint({ keys });
  const key = screen.getByLabelText('Key', { exact: true });
  await key.fill('first');
  expect(keys.size).toBe(1);
  await screen.getByRole('checkbox', { name: 'Remember this key on this device' }).click();
  await expect.poll(() => keys.get('https://hosted.invalid/v1')).toBe('first');
  await screen.getByLabelText('Provider').selectOptions('Far away');
  await expect.element(key).toHaveValue('far-key');
  await screen.getByLabelText('Provider').selectOptions('Hosted');
  await expect.element(key).toHaveValue('first');
  await screen.getByRole('button', { name: 'Forget it' }).click();
  await expect.element(key).toHaveValue('');
  expect([...keys.keys()]).toEqual(['https://far.invalid/v1']);
});

test('a key that was typed for one service does not go to the next', async () => {
  const { screen } = await openEndpoint({ keys: new Map() });
  await screen.getByLabelText('Key', { exact: true }).fill('typed');
  await screen.getByLabelText('Provider').selectOptions('Far away');
  await expect.element(screen.getByLabelText('Key', { exact: true })).toHaveValue('');
});

test('a service that answers no browser wants the relay’s address, which is never part of the run', async () => {
  const { screen, services } = await openEndpoint({ keys: new Map() });
  await screen.getByLabelText('Provider').selectOptions('Far away');
  await expect.element(screen.getByText(/npm run relay/)).toBeVisible();
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await expect.element(run).toHaveAccessibleDescription(/start the relay and write its address/);
  const relay = screen.getByLabelText('Relay address');
  await relay.fill('http://127.0.0.1:8787/t/secret/api/far');
  await expect.element(run).toHaveAccessibleDescription(/Leave out what begins with \/api/);
  await relay.fill('http://127.0.0.1:8787/t/secret/');
  await expect.element(run).toHaveAttribute('aria-disabled', 'false');
  expect(services.relay.address()).toBe('http://127.0.0.1:8787/t/secret');
  await run.click();
  await expect.poll(() => services.startedWith.length).toBe(1);
  expect(JSON.stringify(services.startedWith[0]?.config)).not.toContain('secret');
});

test('a relay’s address with a token is no base URL, since that is stored with the run', async () => {
  const { screen } = await openEndpoint({ keys: new Map() });
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8787/t/secret/api/far');
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await expect.element(run).toHaveAccessibleDescription(/the token in it would be stored/);
});
