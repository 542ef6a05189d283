import { afterEach, expect, test, vi } from 'vitest';

import { createWorkerClock } from '../../../src/platform/index.ts';

const never = new AbortController().signal;
afterEach(() => vi.unstubAllGlobals());

/** Where the worker's file is not there any more: it fails a little after it was started, and answers nothing. */
class GoneWorker {
  static started = 0;
  onmessage: unknown;
  onerror: (() => void) | undefined;
  constructor() {
    GoneWorker.started += 1;
    setTimeout(() => this.onerror?.(), 5);
  }
  postMessage(): void {}
  terminate(): void {}
}

test('a sleep ends though its worker cannot start, and so does the next one', async () => {
  vi.stubGlobal('Worker', GoneWorker);
  const clock = createWorkerClock();
  await Promise.all([clock.sleep(20, never), clock.sleep(1, never)]);
  await clock.sleep(1, never);
  expect(GoneWorker.started).toBe(1);
  const leaving = new AbortController();
  const cut = clock.sleep(60_000, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(cut).rejects.toThrow('gone');
});
