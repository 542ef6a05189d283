import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

/** The setup page with the sample of `services` kept from an earlier visit. */
async function openSetup(services: FakeServices) {
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await expect.element(screen.getByRole('heading', { name: services.sample.name })).toBeVisible();
  return screen;
}

async function chooseEndpoint(screen: Awaited<ReturnType<typeof openSetup>>): Promise<void> {
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
}

async function unfold(screen: Awaited<ReturnType<typeof openSetup>>): Promise<void> {
  await screen.getByText(/^More/).click();
}

test('without a benchmark the page says where to begin', async () => {
  const screen = await openApp(new FakeServices(), '#/setup');
  await expect.element(screen.getByText(/No benchmark is open yet/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Choose a benchmark' })).toHaveAttribute('href', '#/');
});

test('a reload finds the benchmark that was open, with its counts', async () => {
  const screen = await openSetup(new FakeServices({ sample: fakeBenchmark(30, 6) }));
  await expect.element(screen.getByText('30 questions kept for scoring.')).toBeVisible();
  await expect.element(screen.getByText('All 3 are at hand.')).toBeVisible();
});

test('the Run button says what is missing, first things first, and leads there', async () => {
  const screen = await openSetup(new FakeServices());
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await expect.element(run).toHaveAttribute('aria-disabled', 'false');
  await chooseEndpoint(screen);
  await expect.element(run).toHaveAccessibleDescription('Write the base URL of the endpoint.');
  await run.click({ force: true });
  await expect.element(screen.getByLabelText('Base URL')).toHaveFocus();
  await screen.getByLabelText('Base URL').fill('localhost:8000/v1');
  await expect.element(run).toHaveAccessibleDescription(/beginning with https:\/\//);
  await screen.getByLabelText('Base URL').fill('http://me:secret@127.0.0.1/v1');
  await expect.element(run).toHaveAccessibleDescription(/Take the user name and password out/);
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1/chat/completions');
  await expect.element(run).toHaveAccessibleDescription(/Leave out \/chat\/completions/);
  for (const tail of ['?key=sk-123', '#x', '?']) {
    await screen.getByLabelText('Base URL').fill(`http://127.0.0.1:8000/v1${tail}`);
    await expect.element(run).toHaveAccessibleDescription(/Take out what begins with “\?” or “#”/);
  }
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1/');
  await expect.element(run).toHaveAccessibleDescription('Write the id of the model.');
  await screen.getByLabelText('Model id').fill('a-model');
  await screen.getByLabelText('At most').fill('many');
  await expect.element(run).toHaveAccessibleDescription(/whole number from 1/);
  await screen.getByLabelText('At most').fill('5');
  await unfold(screen);
  await screen.getByLabelText('Seed').fill('-1');
  await expect.element(run).toHaveAccessibleDescription(/Write the seed/);
  await screen.getByLabelText('Seed').fill('7');
  await screen.getByRole('checkbox', { name: /Multiple choice/ }).click();
  await screen.getByRole('checkbox', { name: /Free response/ }).click();
  await expect.element(run).toHaveAccessibleDescription('Choose at least one kind of question.');
  await screen.getByRole('checkbox', { name: /Free response/ }).click();
  await expect.element(run).toHaveAttribute('aria-disabled', 'false');
});

test('nothing is promised or counted while a field is wrong', async () => {
  const screen = await openSetup(new FakeServices());
  await chooseEndpoint(screen);
  const go = screen.getByRole('region', { name: 'Run', exact: true });
  await expect.element(go).toHaveTextContent(/\d+ questions, shown as video\. This browser sends/);
  await expect.element(go).toHaveTextContent('to the endpoint that you name, and to nobody else');
  for (const address of ['localhost:4600', 'javascript:void 0', 'file:///etc/hosts', 'http://127.0.0.1/v1#x']) {
    await screen.getByLabelText('Base URL').fill(address);
    await expect.element(go).not.toHaveTextContent('This browser sends');
  }
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await expect.element(go).toHaveTextContent('to 127.0.0.1:8000, and to nobody else');
  for (const limit of ['abc', '-5', '1.5', '0']) {
    await screen.getByLabelText('At most').fill(limit);
    await expect.element(go).not.toHaveTextContent(/question[s]?, shown/);
    await expect.element(screen.getByLabelText('At most')).toHaveAccessibleDescription(/whole number from 1/);
  }
  await screen.getByLabelText('At most').fill('2');
  await expect.element(go).toHaveTextContent('2 questions, shown as video.');
  await unfold(screen);
  await screen.getByLabelText('Repeats').fill('1000000');
  await expect.element(go).not.toHaveTextContent(/questions, shown/);
  await screen.getByLabelText('Repeats').fill('3');
  await expect.element(go).toHaveTextContent('2 questions, shown as video, each 3 times.');
});

test('what is typed is what is run, and the key goes nowhere else', async () => {
  const services = new FakeServices();
  const screen = await openSetup(services);
  await chooseEndpoint(screen);
  await screen.getByLabelText('Base URL').fill(' http://127.0.0.1:8000/v1/ ');
  await screen.getByLabelText('Model id').fill('a-model');
  const key = screen.getByLabelText(/^Key/);
  await key.fill('sk-not-to-be-seen');
  await expect.element(key).toHaveAttribute('type', 'password');
  await expect.element(key).toHaveAttribute('autocomplete', 'off');
  await screen.getByLabelText('What the model is shown').selectOptions('text-only');
  await screen.getByLabelText('Order of the options').selectOptions('seeded');
  await screen.getByLabelText('At most').fill('5');
  await unfold(screen);
  await screen.getByLabelText('Seed').fill('42');
  await expect
    .element(screen.getByText('5 questions, shown as text only (blind).', { exact: false }))
    .toHaveTextContent(
      'This browser sends your key and each question without its clip to 127.0.0.1:8000, and to nobody else',
    );
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(services.startedWith).toEqual([
    {
      secrets: { key: 'sk-not-to-be-seen' },
      budget: undefined,
      config: {
        model: {
          kind: 'provider',
          provider: 'openai-compatible',
          baseUrl: 'http://127.0.0.1:8000/v1',
          modelId: 'a-model',
          parameters: {},
        },
        protocol: { id: 'sonoscore', version: expect.any(String) },
        condition: 'text-only',
        optionOrder: 'seeded',
        kinds: ['multiple-choice', 'free-response'],
        limit: 5,
        seed: 42,
        epochs: 1,
      },
    },
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('sk-not-to-be-seen');
  expect(location.href).not.toContain('sk-not-to-be-seen');
});

test('an address on another computer without encryption is refused, since the page may not call it', async () => {
  const screen = await openSetup(new FakeServices());
  await chooseEndpoint(screen);
  await screen.getByLabelText('Base URL').fill('http://192.0.2.7/v1');
  await screen.getByLabelText('Model id').click();
  await expect.element(screen.getByText(/calls other computers by https:\/\/ only/).first()).toBeVisible();
});

test('a preset fills in what it knows and asks for the key that it needs', async () => {
  const services = new FakeServices({
    presets: [
      {
        id: 'own',
        label: 'Own server',
        provider: 'openai-compatible',
        baseUrl: '',
        modelId: '',
        parameters: {},
        keyNeeded: false,
      },
      {
        id: 'hosted',
        label: 'Hosted',
        provider: 'hosted',
        baseUrl: 'https://127.0.0.1/v1',
        modelId: 'big',
        parameters: { temperature: 0 },
        keyNeeded: true,
      },
    ],
  });
  const screen = await openSetup(services);
  await chooseEndpoint(screen);
  await screen.getByLabelText('Provider').selectOptions('Hosted');
  await expect.element(screen.getByLabelText('Model id')).toHaveValue('big');
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await expect.element(run).toHaveAccessibleDescription('This endpoint wants a key.');
  await screen.getByLabelText('Key', { exact: true }).fill('k');
  await run.click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(services.startedWith).toMatchObject([
    {
      secrets: { key: 'k' },
      config: { model: { provider: 'hosted', modelId: 'big', parameters: { temperature: 0 } } },
    },
  ]);
});

test('video needs a source video; a file that fits none is matched by hand; then only its questions are asked', async () => {
  const services = new FakeServices({ sample: fakeBenchmark(30, 6), available: [] });
  const screen = await openSetup(services);
  await chooseEndpoint(screen);
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await screen.getByLabelText('Model id').fill('a-model');
  const run = screen.getByRole('button', { name: 'Run', exact: true });
  await expect.element(run).toHaveAccessibleDescription(/Attach at least one source video/);
  const input = document.querySelector('input[aria-label="Attach source videos: files"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for source videos.');
  await userEvent.upload(input, [new File(['v'], 'source-2.mp4'), new File(['v'], 'my recording.mp4')]);
  await expect.element(screen.getByText('1 of 3 are at hand.')).toBeVisible();
  await screen.getByLabelText(/my recording\.mp4/).selectOptions('source source-3.mp4');
  await expect.element(screen.getByText('2 of 3 are at hand.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Which source video is this?' })).not.toBeInTheDocument();
  await expect.element(screen.getByText('20 questions, shown as video.', { exact: false })).toBeVisible();
  await run.click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(services.startedWith[0]?.config.sourceKeys).toEqual(['source-2.mp4', 'source-3.mp4']);
});

test('a file that cannot be used stays to be matched, with the reason', async () => {
  const services = new FakeServices({ available: [] });
  const screen = await openSetup(services);
  const input = document.querySelector('input[aria-label="Attach source videos: files"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for source videos.');
  await userEvent.upload(input, [new File([], 'my recording.mp4')]);
  await screen.getByLabelText(/my recording\.mp4/).selectOptions('source source-1.mp4');
  await expect.element(screen.getByText('The file is empty: choose another.')).toBeVisible();
  await expect.element(screen.getByLabelText(/my recording\.mp4/)).toBeVisible();
  await screen.getByRole('button', { name: /Leave out my recording/ }).click();
  await expect.element(screen.getByLabelText(/my recording\.mp4/)).not.toBeInTheDocument();
});

test('a run that cannot start says so beside the button and loses nothing of the form', async () => {
  const services = new FakeServices();
  services.runs.start = () => Promise.reject(new Error('the disk is full.'));
  const screen = await openSetup(services);
  await unfold(screen);
  await screen.getByLabelText('Seed').fill('99');
  await screen.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.element(screen.getByText('The run could not start: the disk is full.')).toBeVisible();
  await expect.element(screen.getByLabelText('Seed')).toHaveValue('99');
});
