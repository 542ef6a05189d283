import type { Clock } from '../app/index.ts';
import type { Alarm } from './timer-worker.ts';

/**
 * A clock whose sleeps go on in a background tab, where a page's own timers are slowed to one a minute and a worker's are not.
 * The worker starts at the first sleep.
 */
export function createWorkerClock(): Clock {
  const waiting = new Map<number, () => void>();
  let worker: Worker | undefined;
  let lastId = 0;
  const start = (): Worker => {
    const started = new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<number>) => {
      waiting.get(data)?.();
      waiting.delete(data);
    };
    return started;
  };
  return {
    nowMs: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        worker ??= start();
        const id = (lastId += 1);
        const onAbort = () => {
          waiting.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.set(id, () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        });
        worker.postMessage({ id, ms } satisfies Alarm);
      }),
  };
}
