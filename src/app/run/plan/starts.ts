import type { Benchmark } from '../../../domain/benchmark/index.ts';
import type { Run, RunConfig } from '../../../domain/run/index.ts';
import type { Budget, Runs, RunSecrets } from '../../services.ts';
import type { LiveRuns } from '../record/live-runs.ts';
import type { RunPorts } from '../run-ports.ts';
import type { Sittings } from '../sitting/sittings.ts';
import { checkBudget, checkConfig, checkSight } from './check-config.ts';
import { type NewRun, planRun } from './plan-run.ts';
import { reopened } from './reopened.ts';

/** How work on a Run begins: a new one, a queue of them, or one that stopped. */
export function createStarts(
  ports: RunPorts,
  live: LiveRuns,
  sittings: Sittings,
): Pick<Runs, 'start' | 'startQueue' | 'resume'> {
  const nowIso = () => new Date(ports.clock.nowMs()).toISOString();

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

  return {
    async start(config, benchmark, secrets, budget) {
      const fresh = plan(config, benchmark, secrets, budget);
      await sittings.begin([{ ...fresh, open: fresh.attempts, secrets, budget }], benchmark);
      return fresh.run;
    },

    async startQueue(queued, benchmark) {
      const id = ports.newId();
      const fresh = queued.map(({ config, secrets, budget }, place) => {
        const planned = plan(config, benchmark, secrets, budget, { id, place });
        return { ...planned, open: planned.attempts, secrets, budget };
      });
      await sittings.begin(fresh, benchmark);
      return fresh.map(({ run }) => run);
    },

    async resume(runId, benchmark, secrets, budget) {
      const claimed = await live.claimed(runId, benchmark);
      const { record, letGo } = claimed;
      try {
        checkBudget(record.run.config, budget);
        const open = reopened(record.run, record.attempts, nowIso());
        const [first, ...rest] = open;
        if (first !== undefined) await record.save(first, ...rest);
        await record.setStatus({ kind: 'running' });
        sittings.goOn(claimed, benchmark, { open, secrets, budget });
      } catch (error) {
        letGo();
        throw error;
      }
    },
  };
}
