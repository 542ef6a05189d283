import type { Score } from '../../domain/report/index.ts';
import { JUDGE_SCALE, LEVEL, type BoundedReason, type Estimate } from '../../domain/statistics/index.ts';
import { choice, flag, maybe, whole, type Field } from './fields.ts';

const MILLION = 1_000_000;
const METHODS = [
  'clustered-t',
  'all-alike',
  'few-questions',
  'few-clusters',
  'clusters-alike',
  'reaches-bound',
] as const satisfies readonly ('clustered-t' | BoundedReason)[];

const share = whole('millionths');
const count = whole('count');
const method = choice('interval', METHODS);
const effective = whole('effective thousandths');

/** Numbers on a scale that begins at 0, to a millionth. */
const estimate: Field<Estimate> = {
  write(out, given) {
    for (const part of [given.value, given.standardError, given.low, given.high])
      share.write(out, Math.round(part * MILLION));
    count.write(out, given.count);
    count.write(out, given.clusterCount);
    method.write(out, given.method.kind === 'bounded' ? given.method.reason : 'clustered-t');
    if (given.method.kind === 'bounded') effective.write(out, Math.round(given.method.effectiveCount * 1000));
  },
  read(from) {
    const part = (): number => share.read(from) / MILLION;
    const [value, standardError, low, high] = [part(), part(), part(), part()];
    if (low > value || value > high || high > JUDGE_SCALE.max)
      throw new RangeError('A number lies out of its interval.');
    const numbers = {
      value,
      standardError,
      low,
      high,
      level: LEVEL,
      count: count.read(from),
      clusterCount: count.read(from),
    };
    const kind = method.read(from);
    return kind === 'clustered-t'
      ? { ...numbers, method: { kind, degreesOfFreedom: numbers.clusterCount - 1 } }
      : { ...numbers, method: { kind: 'bounded', reason: kind, effectiveCount: effective.read(from) / 1000 } };
  },
};

const anyAnswered = maybe('answered', estimate);
const hasMissing = flag('some are missing');

/** A headline score; where nothing is missing its three ways of counting are one. */
const score: Field<Score> = {
  write(out, given) {
    count.write(out, given.attemptCount);
    estimate.write(out, given.allCounted);
    hasMissing.write(out, given.missingCount > 0);
    if (given.missingCount === 0) return;
    count.write(out, given.missingCount);
    anyAnswered.write(out, given.amongAnswered);
    estimate.write(out, given.ifMissingRight);
  },
  read(from) {
    const attemptCount = count.read(from);
    const allCounted = estimate.read(from);
    if (!hasMissing.read(from))
      return { allCounted, amongAnswered: allCounted, ifMissingRight: allCounted, attemptCount, missingCount: 0 };
    const missingCount = count.read(from);
    const amongAnswered = anyAnswered.read(from);
    return { allCounted, amongAnswered, ifMissingRight: estimate.read(from), attemptCount, missingCount };
  },
};

export const scoreField = maybe('score', score);
