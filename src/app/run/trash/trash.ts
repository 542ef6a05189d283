import type { Run } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { SonoscoreError } from '../../ports.ts';
import type { RunPorts } from '../run-ports.ts';
import type { LiveRuns } from '../record/live-runs.ts';

/** Marks older than this are nobody's to undo: the page that made them has removed the Run or is gone. */
const OLD_MS = 60_000;
/** How often, and how many times, to look whether another tab has let go of a Run that it was told to end. */
const LOOK_MS = 50;
const LOOKS = 60;

/** Deleted Runs: marked at first, so that they can be had back, and removed for good later. */
export function createTrash(ports: RunPorts, live: LiveRuns) {
  const put = async (run: Run) => {
    await ports.store.putRun(run);
    ports.feed.tell({ kind: 'progress', run, changed: [] });
  };

  const purge = async (runId: string) => {
    const run = await ports.store.getRun(runId);
    if (run?.deletedAt === undefined || (await ports.locks.isHeld(runId))) return;
    live.forget(runId);
    await ports.store.deleteRun(runId);
  };

  return {
    async mark(runId: string): Promise<void> {
      const deletedAt = new Date(ports.clock.nowMs()).toISOString();
      const mine = live.get(runId)?.record;
      if (mine !== undefined) {
        const ended = live.end(runId);
        await mine.setDeletedAt(deletedAt);
        await ended;
        return;
      }
      if (await ports.locks.isHeld(runId)) {
        // The tab at work stores the Run when it ends, and so the mark with it.
        ports.feed.tell({ kind: 'cancel', runId, deletedAt });
        const whole = new AbortController().signal;
        for (let look = 0; look < LOOKS && (await ports.locks.isHeld(runId)); look += 1) {
          await ports.clock.sleep(LOOK_MS, whole);
        }
      }
      const run = await ports.store.getRun(runId);
      if (run === undefined) throw gone();
      // Nobody is at work on it now, whatever was stored when its page went away.
      const status = run.status.kind === 'running' ? ({ kind: 'cancelled' } as const) : run.status;
      if (run.deletedAt === undefined) await put({ ...run, status, deletedAt });
    },

    async unmark(runId: string): Promise<Run> {
      if (live.get(runId)?.record !== undefined) await live.end(runId);
      const mine = live.get(runId)?.record;
      if (mine !== undefined) {
        await mine.setDeletedAt(undefined);
        return mine.run;
      }
      const run = await ports.store.getRun(runId);
      if (run === undefined) throw gone();
      const kept = { ...run, deletedAt: undefined };
      await put(kept);
      return kept;
    },

    purge,

    /** What cannot be removed now is tried again with the next list. */
    async purgeOld(runs: readonly Run[]): Promise<void> {
      const beforeMs = ports.clock.nowMs() - OLD_MS;
      const old = runs.filter(({ deletedAt }) => deletedAt !== undefined && Date.parse(deletedAt) < beforeMs);
      await Promise.all(old.map(({ id }) => purge(id).catch(() => undefined)));
    },
  };
}

function gone(): SonoscoreError {
  return mistake('This run is no longer in this browser: it was removed for good.');
}
