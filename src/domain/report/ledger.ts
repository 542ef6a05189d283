import type { Outcome } from '../run/index.ts';
import type { EndedAttempt } from './scored-attempts.ts';
import type { Ledger, OutcomeCounts } from './types.ts';

/** Counts how all Attempts ended, by kind. */
export function ledgerOf(ended: readonly EndedAttempt[], pending: number): Ledger {
  return {
    all: countsOf(ended),
    multipleChoice: countsOf(ended.filter(({ question }) => question.kind === 'multiple-choice')),
    freeResponse: countsOf(ended.filter(({ question }) => question.kind === 'free-response')),
    pending,
  };
}

function countsOf(ended: readonly EndedAttempt[]): OutcomeCounts {
  const counts: Record<Outcome, number> = {
    correct: 0,
    'partly-correct': 0,
    incorrect: 0,
    'no-answer': 0,
    refused: 0,
    blocked: 0,
    truncated: 0,
    failed: 0,
    unjudged: 0,
  };
  for (const { outcome } of ended) counts[outcome] += 1;
  return counts;
}
