import type * as Audit from '../../../domain/audit/index.ts';
import type { Benchmark } from '../../../domain/benchmark/index.ts';
import type { Attempt } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { PersonalChange } from '../../ports.ts';
import { checkRecord } from '../record/check-record.ts';
import type { LiveRun, LiveRuns } from '../record/live-runs.ts';
import type { RunPorts } from '../run-ports.ts';
import { attemptKey, type RunRecord } from '../record/run-record.ts';

/** How often, and how many times, to look whether the tab at work on a Run has taken what it was told. */
const LOOK_MS = 50;
const LOOKS = 60;

/**
 * A person's scores in place of the judge's, and notes. Whoever works on a Run is the only one to write its Attempts, so a Run that
 * goes on elsewhere is changed by the tab at work; only answers that have ended are changed, which work touches no more.
 */
export function createOverrides(ports: RunPorts, live: LiveRuns) {
  const nowIso = () => new Date(ports.clock.nowMs()).toISOString();

  const apply = async (record: RunRecord, benchmark: Benchmark, changes: readonly PersonalChange[]) => {
    checkRecord(record, benchmark);
    // Fetched when somebody scores: statistics come along with it, and the first page has no use for them.
    const audit = await import('../../../domain/audit/index.ts');
    const [first, ...rest] = changes.map((change) => changedAttempt(audit, record, benchmark, change, nowIso()));
    return first === undefined ? [] : record.save(first, ...rest).then((saved) => [saved, ...rest]);
  };

  /** Undefined where another tab has the Run and did not take the scores in time. */
  const tryHere = async (runId: string, benchmark: Benchmark, changes: readonly PersonalChange[]) => {
    const mine = live.get(runId);
    if (mine?.record.run.status.kind === 'running') return apply(mine.record, benchmark, changes);
    const letGo = await ports.locks.claim(runId);
    if (letGo === undefined) return undefined;
    try {
      const record = await live.atRest(runId);
      if (record === undefined) throw mistake('This run is not in this browser: it may have been deleted.');
      return await apply(record, benchmark, changes);
    } finally {
      letGo();
    }
  };

  return {
    async change(runId: string, benchmark: Benchmark, changes: readonly PersonalChange[]): Promise<readonly Attempt[]> {
      const here = await tryHere(runId, benchmark, changes);
      if (here !== undefined) return here;
      const taken = new Map<string, Attempt>();
      const isTaken = () => changes.every((change) => taken.has(attemptKey(change)));
      const stop = ports.feed.hear((message) => {
        if (message.kind !== 'progress' || message.run.id !== runId) return;
        for (const attempt of message.changed) {
          const wanted = changes.find((change) => attemptKey(change) === attemptKey(attempt));
          if (wanted !== undefined && isTakenBy(wanted, attempt)) taken.set(attemptKey(attempt), attempt);
        }
      });
      try {
        ports.feed.tell({ kind: 'override', runId, digest: benchmark.digest, changes });
        const whole = new AbortController().signal;
        for (let look = 0; look < LOOKS && !isTaken(); look += 1) {
          await ports.clock.sleep(LOOK_MS, whole);
          if (isTaken() || (await ports.locks.isHeld(runId))) continue;
          // It has ended meanwhile, with or without these scores.
          const after = await tryHere(runId, benchmark, changes);
          if (after !== undefined) return after;
        }
      } finally {
        stop();
      }
      if (isTaken()) return [...taken.values()];
      throw mistake(
        'Another tab is at work on this run and did not take the score: score it there, or once it is done.',
      );
    },

    /** What another tab asks of this one, which is at work on the Run. */
    async take({ record, benchmark }: LiveRun, changes: readonly PersonalChange[]): Promise<void> {
      await apply(record, benchmark, changes);
    },
  };
}

function changedAttempt(
  { withOverride, withoutOverride }: Pick<typeof Audit, 'withOverride' | 'withoutOverride'>,
  record: RunRecord,
  benchmark: Benchmark,
  change: PersonalChange,
  now: string,
): Attempt {
  const { questionId, epoch } = change;
  const attempt = record.attempt({ questionId, epoch });
  const question = benchmark.questions.find(({ id }) => id === questionId);
  if (attempt === undefined || question === undefined) throw mistake(`This run has no answer to “${questionId}”.`);
  if (attempt.state.kind !== 'done') throw mistake('This answer is still being worked on: score it once that is done.');
  if ('note' in change) return { ...attempt, note: change.note, updatedAt: now };
  try {
    return change.override === undefined
      ? withoutOverride(question, attempt, now)
      : { ...withOverride(question, attempt, change.override), updatedAt: now };
  } catch (error) {
    if (error instanceof RangeError) throw mistake('There is no text here that could be scored.');
    throw error;
  }
}

function isTakenBy(wanted: PersonalChange, found: Attempt): boolean {
  if ('note' in wanted) return wanted.note?.at === found.note?.at && wanted.note?.text === found.note?.text;
  const [score, other] = [wanted.override, found.override];
  return score?.at === other?.at && score?.score === other?.score && score?.errorType === other?.errorType;
}
