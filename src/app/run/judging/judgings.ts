import type { JudgeChoice, RunStatus } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { Runs } from '../../services.ts';
import { checkConfig } from '../plan/check-config.ts';
import { reopened } from '../plan/reopened.ts';
import type { LiveRuns } from '../record/live-runs.ts';
import type { RunPorts } from '../run-ports.ts';
import type { Sittings } from '../sitting/sittings.ts';
import { rejudged } from './rejudged.ts';

const NOT_ASKED =
  'Its answers are another run’s, judged again. What that run had not asked, this one does not ask either, unless you go on.';

/** Judging of answers that are there: in their own Run, or again in a copy of it. */
export function createJudgings(ports: RunPorts, live: LiveRuns, sittings: Sittings): Pick<Runs, 'judge' | 'rejudge'> {
  const nowIso = () => new Date(ports.clock.nowMs()).toISOString();
  return {
    async judge(runId, benchmark, judge, secrets) {
      const claimed = await live.claimed(runId, benchmark);
      const { record, letGo } = claimed;
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
        sittings.goOn(claimed, benchmark, { open, secrets, budget: undefined, unlessAllIsDone: before });
      } catch (error) {
        letGo();
        throw error;
      }
    },

    async rejudge(runId, benchmark, judge, secrets) {
      const { letGo: letGoOfOld, record: old } = await live.claimed(runId, benchmark);
      letGoOfOld();
      if (old.run.config.model.kind === 'baseline') throw mistake('A baseline answers no free-response question.');
      const { run, attempts, toJudge } = rejudged(old.run, old.attempts, { id: ports.newId(), now: nowIso(), judge });
      checkConfig(run.config, secrets);
      const unlessAllIsDone: RunStatus = { kind: 'paused', reason: NOT_ASKED };
      await sittings.begin([{ run, attempts, open: toJudge, secrets, budget: undefined, unlessAllIsDone }], benchmark);
      return run;
    },
  };
}

function isSameJudge(a: JudgeChoice | undefined, b: JudgeChoice): boolean {
  if (a === undefined) return false;
  const parts = ({ model, protocol, strict }: JudgeChoice) =>
    JSON.stringify([model.provider, model.baseUrl, model.modelId, protocol.id, protocol.version, strict]);
  return parts(a) === parts(b);
}
