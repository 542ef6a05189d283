import type { Clock } from '../app/index.ts';
import type { Alarm } from './timer-worker.ts';

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

/**
 * A clock whose sleeps go on in a background tab, where a page's own timers are slowed to one a minute and a worker's are not.
 * The worker starts at the first sleep; where it cannot, the page's own timers have to do.
 */
export function createWorkerClock(): Clock {
  const sleeping = new Map<number, Sleeper>();
  let worker: Worker | undefined;
  let isBroken = false;
  let lastId = 0;
  const wake = (id: number) => {
    sleeping.get(id)?.wake();
    sleeping.delete(id);
  };
  const sleepHere = (id: number, ms: number) => setTimeout(() => wake(id), ms);
  const start = (): Worker => {
    const started = new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<number>) => wake(data);
    started.onerror = () => {
      // Its file may be gone, where the site is newer than this page: nobody may sleep for ever.
      isBroken = true;
      started.terminate();
      for (const [id, { untilMs }] of sleeping) sleepHere(id, Math.max(0, untilMs - Date.now()));
    };
    return started;
  };
  return {
    nowMs: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const id = (lastId += 1);
        const onAbort = () => {
          sleeping.delete(id);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const awake = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        sleeping.set(id, { untilMs: Date.now() + ms, wake: awake });
        if (isBroken) sleepHere(id, ms);
        else (worker ??= start()).postMessage({ id, ms } satisfies Alarm);
      }),
  };
}
