import * as v from 'valibot';

import type { Benchmark } from '../benchmark/index.ts';
import type { Attempt, ErrorType } from '../run/index.ts';
import type { PersonScore } from './audit-report.ts';
import { blindSample, type SampledAttempt } from './blind-sample.ts';
import { keyOf, type AttemptKey } from './judged.ts';

/** What a person gave to one text, blind. */
export interface AuditScore extends PersonScore {
  readonly errorType: ErrorType;
  /** ISO date. */
  readonly at: string;
}

/** A blind sample of a Run's judged texts and what a person gave to them so far. It changes no Outcome. */
export interface Audit {
  readonly formatVersion: 1;
  readonly runId: string;
  /** ISO date. */
  readonly startedAt: string;
  readonly seed: number;
  /** In the order in which they are shown. */
  readonly sample: readonly SampledAttempt[];
  readonly scores: readonly AuditScore[];
}

/** Draws the sample of a new Audit. */
export function beginAudit(
  benchmark: Benchmark,
  runId: string,
  attempts: readonly Attempt[],
  { seed, size, now }: { readonly seed: number; readonly size: number; readonly now: string },
): Audit {
  const sample = blindSample(benchmark, attempts, seed, size);
  return { formatVersion: 1, runId, startedAt: now, seed, sample, scores: [] };
}

/** The Audit with one more score, or another one for the same text. */
export function withScore(audit: Audit, score: AuditScore): Audit {
  return { ...audit, scores: [...audit.scores.filter((each) => keyOf(each) !== keyOf(score)), score] };
}

/** What the person gave to a text of the sample, if it has been scored. */
export function scoreOf(audit: Audit, key: AttemptKey): AuditScore | undefined {
  return audit.scores.find((each) => keyOf(each) === keyOf(key));
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const stored = v.object({
  formatVersion: v.literal(1),
  runId: v.string(),
  startedAt: v.string(),
  seed: count,
  sample: v.array(v.object({ questionId: v.string(), epoch: count, weight: v.pipe(v.number(), v.minValue(0)) })),
  scores: v.array(
    v.object({
      questionId: v.string(),
      epoch: count,
      score: v.picklist([0, 1, 2]),
      errorType: v.picklist(['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail']),
      at: v.string(),
    }),
  ),
});

/** An Audit as it was stored; undefined where there is none, or one that this version cannot read. */
export function parseAudit(value: unknown): Audit | undefined {
  const parsed = v.safeParse(stored, value);
  return parsed.success ? parsed.output : undefined;
}
