import { SonoscoreError, type Permalinks, type RunStore } from '../../app/index.ts';
import { MOST_RUNS, shareRuns } from '../../domain/permalink/index.ts';
import { readPermalink, writePermalink } from './permalink.ts';

/** Makes links of stored Runs, and reads links. */
export function createPermalinks({ store }: { readonly store: RunStore }): Permalinks {
  return {
    async write(runIds, benchmark) {
      if (runIds.length === 0 || runIds.length > MOST_RUNS) throw mistake(`A link holds 1 to ${MOST_RUNS} runs.`);
      const runs = await Promise.all(
        runIds.map(async (runId) => {
          const run = await store.getRun(runId);
          if (run === undefined) throw mistake('This run is not in this browser: it may have been deleted.');
          return { run, attempts: await store.listAttempts(runId) };
        }),
      );
      try {
        return await writePermalink(shareRuns(benchmark, runs));
      } catch (error) {
        if (error instanceof TypeError || error instanceof RangeError) throw mistake(error.message, error);
        throw error;
      }
    },
    read: readPermalink,
  };
}

function mistake(message: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError({ kind: 'internal', retryable: false, message }, { cause });
}
