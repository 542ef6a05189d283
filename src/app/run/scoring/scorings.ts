import type { Runs } from '../../services.ts';
import type { LiveRuns } from '../record/live-runs.ts';
import type { RunPorts } from '../run-ports.ts';
import { rescored } from './rescored.ts';
import { answeredAttempts } from './take-answers.ts';

/** Scores without a call: of stored replies, and of answers that came from elsewhere. */
export function createScorings(ports: RunPorts, live: LiveRuns): Pick<Runs, 'rescore' | 'answer'> {
  const nowIso = () => new Date(ports.clock.nowMs()).toISOString();
  return {
    async rescore(runId, benchmark) {
      const { letGo, record } = await live.claimed(runId, benchmark);
      try {
        const changed = rescored(record.attempts, benchmark, nowIso());
        const [first, ...rest] = changed;
        if (first !== undefined) await record.save(first, ...rest);
        return changed.length;
      } finally {
        letGo();
      }
    },

    async answer(runId, benchmark, answers) {
      const { letGo, record } = await live.claimed(runId, benchmark);
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
  };
}
