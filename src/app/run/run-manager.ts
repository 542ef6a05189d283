import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { Attempt, JudgeChoice, Run, RunConfig, RunStatus } from '../../domain/run/index.ts';
import type { FeedMessage } from '../ports.ts';
import type { Budget, QueuedRun, RunProgress, RunSecrets, Runs } from '../services.ts';
import { workBaseline } from './baseline-work.ts';
import { checkBudget, checkConfig, checkSight } from './check-config.ts';
import { checkRecord } from './check-record.ts';
import { failureOf } from './failures.ts';
import { mistake } from '../mistake.ts';
import { Lanes } from './lanes.ts';
import { Purses, Spending } from './money/index.ts';
import { rejudged, reopened, rescored } from './open-attempts.ts';
import { createOverrides } from './overrides.ts';
import { type NewRun, planRun } from './plan-run.ts';
import type { RunPorts } from './run-ports.ts';
import { RunRecord } from './run-record.ts';
import { RunWork } from './run-work.ts';
import { answeredAttempts } from './take-answers.ts';
import { createTrash } from './trash.ts';

interface LiveRun {
  readonly record: RunRecord;
  readonly benchmark: Benchmark;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** A new Run with what there is to do of it. */
interface Beginning extends NewRun, Omit<QueuedRun, 'config'> {
  readonly open: readonly Attempt[];
  /** What becomes of the Run where some of it was not to be done; default: finished. */
  readonly unlessAllIsDone?: RunStatus;
}

const NOT_ASKED =
  'Its answers are another run’s, judged again. What that run had not asked, this one does not ask either, unless you go on.';

/**
 * Starts, resumes, cancels and reads Runs. One tab works on a Run at a time; the others hear of it and may cancel it.
 * Keys live in the memory of a Run's work only.
 */
export function createRuns(outside: RunPorts): Runs {
  const live = new Map<string, LiveRun>();
  const lanes = new Lanes();
  const purses = new Purses();
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
  const nowIso = () => new Date(ports.clock.nowMs()).toISOString();

  ports.feed.hear((message) => {
    heard(message);
    if (message.kind === 'progress') {
      const mine = live.get(message.run.id)?.record;
      // It has answers here that are not stored: what is at rest here and deleted there must not come back by itself.
      if (mine !== undefined && mine.run.status.kind !== 'running' && mine.run.deletedAt !== message.run.deletedAt)
        mine.hearDeletedAt(message.run.deletedAt);
    }
    // Whoever asked hears of it once it is stored; where it cannot be, they say so themselves.
    if (message.kind === 'override') overrides.take(message).catch(() => undefined);
    if (message.kind !== 'cancel') return;
    const mine = live.get(message.runId);
    mine?.controller.abort(cancelled());
    // Whoever deleted it looks whether the mark was stored, and stores it where not.
    if (message.deletedAt !== undefined) mine?.record.setDeletedAt(message.deletedAt).catch(() => undefined);
  });

  const work = (
    record: RunRecord,
    benchmark: Benchmark,
    letGo: () => void,
    toDo: (signal: AbortSignal) => Promise<RunStatus>,
  ) => {
    const controller = new AbortController();
    const { id } = record.run;
    const ended = Promise.resolve(controller.signal)
      .then(toDo)
      .catch((error: unknown): RunStatus => ({ kind: 'paused', reason: failureOf(error).message }))
      .then((status) => record.setStatus(status))
      .catch(() => undefined)
      .finally(() => {
        letGo();
        // What the store did not take stays in memory, to be exported or stored when the Run goes on.
        if (!record.hasUnsaved) live.delete(id);
      });
    live.set(id, { record, benchmark, controller, ended });
  };

  const goOn = (
    record: RunRecord,
    benchmark: Benchmark,
    letGo: () => void,
    open: readonly Attempt[],
    secrets: RunSecrets,
    budget: Budget | undefined,
    unlessAllIsDone: RunStatus = { kind: 'finished' },
  ) => {
    const { id, config } = record.run;
    const { model } = config;
    // Now, not when its turn comes: what it has paid counts for those before it.
    const expected =
      budget && ports.forecast?.(config, benchmark, budget.price, budget.judgePrice ?? budget.price)?.dearestCallUsd;
    const spending = new Spending(id, record.attempts, budget, purses.of(record.run, budget), expected);
    const toDo = (signal: AbortSignal): Promise<RunStatus> => {
      switch (model.kind) {
        case 'baseline':
          return workBaseline(record, benchmark, model.baseline, open, signal, nowIso);
        case 'published':
        case 'provider':
          return new RunWork({ record, benchmark, secrets, spending }, ports, signal).run(open);
      }
    };
    work(record, benchmark, letGo, async (signal) => {
      const leave = await lanes.enter(record.run, signal);
      if (leave === undefined) return { kind: 'cancelled' };
      const status = await toDo(signal).finally(leave);
      const isDone = status.kind !== 'finished' || record.attempts.every(({ state }) => state.kind === 'done');
      return isDone ? status : unlessAllIsDone;
    });
  };

  /** Takes a new Run for this tab and stores it. */
  const stow = async ({ run, attempts }: NewRun): Promise<() => void> => {
    const letGo = await ports.locks.claim(run.id);
    if (letGo === undefined) throw mistake('Another tab has just started this run: look at it there.');
    try {
      // The Attempts first: a Run that is listed has them all.
      await ports.store.putAttempts(attempts);
      await ports.store.putRun(run);
      return letGo;
    } catch (error) {
      letGo();
      throw error;
    }
  };

  /** Stores new Runs, and goes to work on them once all are stored. */
  const begin = async (fresh: readonly Beginning[], benchmark: Benchmark) => {
    const stowed: (() => void)[] = [];
    try {
      for (const one of fresh) stowed.push(await stow(one));
    } catch (error) {
      for (const letGo of stowed) letGo();
      throw error;
    }
    fresh.forEach(({ run, attempts, open, secrets, budget, unlessAllIsDone }, index) => {
      const letGo = stowed[index] ?? (() => undefined);
      goOn(new RunRecord(run, attempts, ports), benchmark, letGo, open, secrets, budget, unlessAllIsDone);
    });
  };

  const plan = (
    config: RunConfig,
    benchmark: Benchmark,
    secrets: RunSecrets,
    budget: Budget | undefined,
    queue?: Run['queue'],
  ): NewRun => {
    checkConfig(config, secrets);
    checkSight(config, ports.providers);
    checkBudget(config, budget);
    return planRun(config, benchmark, { id: ports.newId(), createdAt: nowIso(), queue });
  };

  const stored = async (runId: string) => {
    const run = await ports.store.getRun(runId);
    return run === undefined ? undefined : new RunRecord(run, await ports.store.listAttempts(runId), ports);
  };

  /** A Run that this tab does not work on. What it still has in memory may be older than what another tab has stored since. */
  const atRest = async (runId: string) => {
    const mine = live.get(runId)?.record;
    if (mine === undefined) return stored(runId);
    const run = await ports.store.getRun(runId);
    if (run !== undefined) mine.takeIn(run, await ports.store.listAttempts(runId));
    return mine;
  };

  /** Takes a Run that nobody works on, as memory or the store has it. */
  const claimed = async (runId: string, benchmark: Benchmark) => {
    const letGo = await ports.locks.claim(runId);
    if (letGo === undefined) throw mistake('Another tab is at work on this run: go on with it there.');
    try {
      const record = await atRest(runId);
      if (record === undefined) throw mistake('This run is not in this browser: it may have been deleted.');
      checkRecord(record, benchmark);
      return { letGo, record };
    } catch (error) {
      letGo();
      throw error;
    }
  };

  const trash = createTrash(ports, {
    record: (runId) => live.get(runId)?.record,
    end: async (runId) => {
      live.get(runId)?.controller.abort(cancelled());
      await live.get(runId)?.ended;
    },
    forget: (runId) => live.delete(runId),
  });

  const overrides = createOverrides(ports, {
    atWork: (runId) => {
      const mine = live.get(runId);
      return mine?.record.run.status.kind === 'running' ? mine : undefined;
    },
    atRest,
  });

  return {
    async start(config, benchmark, secrets, budget) {
      const fresh = plan(config, benchmark, secrets, budget);
      await begin([{ ...fresh, open: fresh.attempts, secrets, budget }], benchmark);
      return fresh.run;
    },

    async startQueue(queued, benchmark) {
      const id = ports.newId();
      const fresh = queued.map(({ config, secrets, budget }, place) => {
        const planned = plan(config, benchmark, secrets, budget, { id, place });
        return { ...planned, open: planned.attempts, secrets, budget };
      });
      await begin(fresh, benchmark);
      return fresh.map(({ run }) => run);
    },

    async resume(runId, benchmark, secrets, budget) {
      const { letGo, record } = await claimed(runId, benchmark);
      try {
        checkBudget(record.run.config, budget);
        const open = reopened(record.run, record.attempts, nowIso());
        const [first, ...rest] = open;
        if (first !== undefined) await record.save(first, ...rest);
        await record.setStatus({ kind: 'running' });
        goOn(record, benchmark, letGo, open, secrets, budget);
      } catch (error) {
        letGo();
        throw error;
      }
    },

    async rescore(runId, benchmark) {
      const { letGo, record } = await claimed(runId, benchmark);
      try {
        const changed = rescored(record.attempts, benchmark, nowIso());
        const [first, ...rest] = changed;
        if (first !== undefined) await record.save(first, ...rest);
        return changed.length;
      } finally {
        letGo();
      }
    },

    async judge(runId, benchmark, judge, secrets) {
      const { letGo, record } = await claimed(runId, benchmark);
      try {
        const before = record.run.status;
        const { judge: earlier } = record.run.config;
        checkConfig({ ...record.run.config, judge }, secrets);
        if (!isSameJudge(earlier, judge) && record.attempts.some(({ verdict }) => verdict !== undefined))
          throw mistake('Another judge has scored answers of this run: judge it again as a run of its own.');
        record.setJudge(judge);
        const open = reopened(record.run, record.attempts, nowIso()).filter(({ reply }) => reply !== undefined);
        const [first, ...rest] = open;
        if (first !== undefined) await record.save(first, ...rest);
        await record.setStatus({ kind: 'running' });
        goOn(record, benchmark, letGo, open, secrets, undefined, before);
      } catch (error) {
        letGo();
        throw error;
      }
    },

    async rejudge(runId, benchmark, judge, secrets) {
      const { letGo: letGoOfOld, record: old } = await claimed(runId, benchmark);
      letGoOfOld();
      if (old.run.config.model.kind === 'baseline') throw mistake('A baseline answers no free-response question.');
      const { run, attempts, toJudge } = rejudged(old.run, old.attempts, { id: ports.newId(), now: nowIso(), judge });
      checkConfig(run.config, secrets);
      const unlessAllIsDone: RunStatus = { kind: 'paused', reason: NOT_ASKED };
      await begin([{ run, attempts, open: toJudge, secrets, budget: undefined, unlessAllIsDone }], benchmark);
      return run;
    },

    async answer(runId, benchmark, answers) {
      const { letGo, record } = await claimed(runId, benchmark);
      try {
        const changed = answeredAttempts(record, benchmark, answers, nowIso());
        const [first, ...rest] = changed;
        if (first !== undefined) await record.save(first, ...rest);
        const open = record.attempts.filter(({ state }) => state.kind !== 'done').length;
        if (open === 0) await record.setStatus({ kind: 'finished' });
        return { run: record.run, takenCount: changed.length };
      } finally {
        letGo();
      }
    },

    override: (runId, benchmark, changes) => overrides.change(runId, benchmark, changes),

    async cancel(runId) {
      const mine = live.get(runId);
      if (mine === undefined) {
        ports.feed.tell({ kind: 'cancel', runId });
        return;
      }
      mine.controller.abort(cancelled());
      await mine.ended;
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

function isSameJudge(a: JudgeChoice | undefined, b: JudgeChoice): boolean {
  if (a === undefined) return false;
  const parts = ({ model, protocol, strict }: JudgeChoice) =>
    JSON.stringify([model.provider, model.baseUrl, model.modelId, protocol.id, protocol.version, strict]);
  return parts(a) === parts(b);
}

function cancelled(): DOMException {
  return new DOMException('The run was cancelled.', 'AbortError');
}
