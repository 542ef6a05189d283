import type { FeedMessage, RunFeed, RunLocks } from '../app/index.ts';

const lockName = (runId: string): string => `sonoscore-run-${runId}`;

/** Web Locks: the browser lets go by itself when a tab is closed or crashes. */
export function createRunLocks(locks: LockManager = navigator.locks): RunLocks {
  return {
    claim: (runId) =>
      new Promise((resolve, reject) => {
        locks
          .request(lockName(runId), { ifAvailable: true }, (lock) => {
            if (lock === null) {
              resolve(undefined);
              return undefined;
            }
            return new Promise<void>((letGo) => {
              resolve(letGo);
            });
          })
          .catch(reject);
      }),
    async isHeld(runId) {
      const { held } = await locks.query();
      return held?.some((lock) => lock.name === lockName(runId)) ?? false;
    },
  };
}

/** A BroadcastChannel between the tabs of this site. */
export function createRunFeed(): RunFeed {
  const channel = new BroadcastChannel('sonoscore-runs');
  return {
    tell(message) {
      channel.postMessage(message);
    },
    hear(listener) {
      const onMessage = ({ data }: MessageEvent<FeedMessage>) => {
        listener(data);
      };
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
      };
    },
  };
}
