import type { Run } from '../../domain/run/index.ts';
import { mistake } from '../mistake.ts';
import type { FeedMessage } from '../ports.ts';
import type { RunProgress, Runs } from '../services.ts';
import { LiveRuns } from './record/live-runs.ts';
import type { createRunActions } from './run-actions.ts';
import type { RunPorts } from './run-ports.ts';
import { createTrash } from './trash/trash.ts';

/**
 * Starts, resumes, cancels and reads Runs. One tab works on a Run at a time; the others hear of it and may cancel it.
 * Keys live in the memory of a Run's work only.
 */
export function createRuns(outside: RunPorts): Runs {
  const watchers = new Set<(run: Run) => void>();
  const heard = (message: FeedMessage) => {
    if (message.kind === 'progress') for (const listener of watchers) listener(message.run);
  };
  // What this tab tells the others, its own lists hear too.
  const ports: RunPorts = {
    ...outside,
    feed: {
      tell: (message) => {
        outside.feed.tell(message);
        heard(message);
      },
      hear: (listener) => outside.feed.hear(listener),
    },
  };
  const live = new LiveRuns(ports);
  const trash = createTrash(ports, live);

  let fetched: Promise<ReturnType<typeof createRunActions>> | undefined;
  const actions = () => {
    fetched ??= import('./run-actions.ts').then(
      ({ createRunActions }) => createRunActions(ports, live),
      () => {
        fetched = undefined;
        throw mistake(
          'A part of this page could not be fetched: look at your network or reload the page, then try again.',
        );
      },
    );
    return fetched;
  };

  ports.feed.hear((message) => {
    heard(message);
    const mine = live.get(message.kind === 'progress' ? message.run.id : message.runId);
    if (mine === undefined) return;
    const { record, benchmark } = mine;
    switch (message.kind) {
      case 'progress':
        // It has answers here that are not stored: what is at rest here and deleted there must not come back by itself.
        if (record.run.status.kind !== 'running' && record.run.deletedAt !== message.run.deletedAt)
          record.hearDeletedAt(message.run.deletedAt);
        break;
      case 'override':
        // Whoever asked hears of it once it is stored; where it cannot be, they say so themselves.
        if (record.run.status.kind === 'running' && benchmark.digest === message.digest)
          actions()
            .then(({ takeOverride }) => takeOverride(mine, message.changes))
            .catch(() => undefined);
        break;
      case 'cancel':
        live.abort(message.runId);
        // Whoever deleted it looks whether the mark was stored, and stores it where not.
        if (message.deletedAt !== undefined) record.setDeletedAt(message.deletedAt).catch(() => undefined);
        break;
    }
  });

  return {
    start: async (...call) => (await actions()).start(...call),
    startQueue: async (...call) => (await actions()).startQueue(...call),
    resume: async (...call) => (await actions()).resume(...call),
    rescore: async (...call) => (await actions()).rescore(...call),
    judge: async (...call) => (await actions()).judge(...call),
    rejudge: async (...call) => (await actions()).rejudge(...call),
    answer: async (...call) => (await actions()).answer(...call),
    override: async (...call) => (await actions()).override(...call),

    async cancel(runId) {
      if (live.get(runId) === undefined) ports.feed.tell({ kind: 'cancel', runId });
      else await live.end(runId);
    },

    async list() {
      const runs = await ports.store.listRuns();
      await trash.purgeOld(runs);
      return runs.filter(({ deletedAt }) => deletedAt === undefined);
    },

    async atWork(runs) {
      const held = await Promise.all(
        runs.map(async ({ id, status }) => status.kind === 'running' && (await ports.locks.isHeld(id))),
      );
      return new Set(runs.filter((_, index) => held[index] === true).map(({ id }) => id));
    },

    async load(runId) {
      const mine = live.get(runId)?.record;
      if (mine !== undefined) {
        return { run: mine.run, attempts: mine.attempts, active: mine.run.status.kind === 'running' };
      }
      const run = await ports.store.getRun(runId);
      if (run === undefined) return undefined;
      const [attempts, active] = await Promise.all([ports.store.listAttempts(runId), ports.locks.isHeld(runId)]);
      return { run, attempts, active };
    },

    trash: (runId) => trash.mark(runId),
    restore: (runId) => trash.unmark(runId),
    purge: (runId) => trash.purge(runId),

    watch(runId, listener) {
      const mine = live.get(runId);
      if (mine !== undefined) return mine.record.watch(listener);
      return ports.feed.hear((message) => {
        if (message.kind === 'progress' && message.run.id === runId) listener(message satisfies RunProgress);
      });
    },

    watchAll(listener) {
      watchers.add(listener);
      return () => {
        watchers.delete(listener);
      };
    },
  };
}
