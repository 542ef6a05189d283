import { expect, test, vi } from 'vitest';

import type { ConnectionTests } from '../../../src/app/index.ts';
import { FakeServices } from './fake-services.ts';
import { openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

async function openEndpoint(connectionTests: ConnectionTests) {
  const services = new FakeServices({ connectionTests });
  await services.benchmarks.keep(services.sample);
  const screen = await openApp(services, '#/setup');
  await screen.getByRole('radio', { name: /A model at an endpoint/ }).click();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:8000/v1');
  await expect.element(screen.getByRole('button', { name: 'Test this connection' })).toBeDisabled();
  await screen.getByLabelText('Model id').fill('a-model');
  await screen.getByLabelText(/^Key/).fill('sk-1');
  return screen;
}

test('findings are told as they are made, with the price of the whole run', async () => {
  const asked: unknown[] = [];
  const screen = await openEndpoint({
    test: (model, _price, key, _signal, onFinding) => {
      asked.push([model.modelId, key]);
      const finding = { check: 'connection', state: 'passed', message: 'The service answers this page.' } as const;
      onFinding(finding);
      return Promise.resolve({ findings: [finding], questionCostUsd: 0.02, textLatencyMs: 300 });
    },
  });
  await screen.getByRole('button', { name: 'Test this connection' }).click();
  await expect.element(screen.getByText('The service answers this page.')).toBeVisible();
  await expect.element(screen.getByText('So 14 questions would cost about $0.28.')).toBeVisible();
  expect(asked).toEqual([['a-model', 'sk-1']]);
  // What was found holds for that key only.
  await screen.getByLabelText(/^Key/).fill('sk-2');
  await expect.element(screen.getByText('The service answers this page.')).not.toBeInTheDocument();
});

test('a test can be stopped, which is no failure', async () => {
  let stopped = false;
  const screen = await openEndpoint({
    test: (_model, _price, _key, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('Stopped.', 'AbortError'));
        });
      }),
  });
  await screen.getByRole('button', { name: 'Test this connection' }).click();
  await screen.getByRole('button', { name: 'Stop the test' }).click();
  await expect.element(screen.getByRole('button', { name: 'Test this connection' })).toBeVisible();
  expect(stopped).toBe(true);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a test that breaks off says why', async () => {
  const screen = await openEndpoint({ test: () => Promise.reject(new Error('The test clip could not be made.')) });
  await screen.getByRole('button', { name: 'Test this connection' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The test clip could not be made.');
});
