import type { Cell } from '../app/index.ts';
import type { Report } from '../domain/report/index.ts';
import { OUTCOMES } from '../domain/run/index.ts';
import type { Estimate } from '../domain/statistics/index.ts';
import type { SheetTable } from './compare-tables.ts';
import { counted, type Counting } from './state/run-report.ts';
import { BASELINE_WORDS, OUTCOME_WORDS } from './words.ts';

function cellsOf(estimate: Estimate | undefined): readonly Cell[] {
  return [estimate?.value, estimate?.low, estimate?.high, estimate?.count, estimate?.clusterCount];
}

/** The columns of one measure. */
function columnsOf(name: string): readonly string[] {
  return [name, ...['low (95 %)', 'high (95 %)', 'questions', 'source videos'].map((part) => `${name}, ${part}`)];
}

/** Groups of questions by one measure. */
export function estimatesSheet(
  first: string,
  measure: string,
  rows: readonly { readonly name: string; readonly estimate: Estimate | undefined }[],
): SheetTable {
  return {
    header: [first, ...columnsOf(measure)],
    rows: rows.map(({ name, estimate }) => [name, ...cellsOf(estimate)]),
  };
}

/** How many answers ended in which way. */
export function outcomesTable({ ledger }: Report): SheetTable {
  return {
    header: ['outcome', 'multiple choice', 'free response', 'all'],
    rows: OUTCOMES.map((outcome) => [
      OUTCOME_WORDS[outcome].label,
      ledger.multipleChoice[outcome],
      ledger.freeResponse[outcome],
      ledger.all[outcome],
    ]),
  };
}

/** Both measures of each Video. */
export function videosTable({ byVideo }: Report, counting: Counting): SheetTable {
  return {
    header: ['video', ...columnsOf('accuracy'), ...columnsOf('judge score')],
    rows: byVideo.map(({ videoKey, multipleChoice, freeResponse }) => [
      videoKey,
      ...cellsOf(counted(multipleChoice, counting)),
      ...cellsOf(counted(freeResponse, counting)),
    ]),
  };
}

/** A model's accuracy where a rule is right and where it is wrong. */
export function shortcutUseTable(use: Report['shortcuts']['use']): SheetTable {
  return {
    header: [
      'rule',
      ...columnsOf('accuracy where the rule is right'),
      ...columnsOf('accuracy where it is wrong'),
      ...['difference', 'difference, low (95 %)', 'difference, high (95 %)'],
      ...['chose what the rule chooses, where wrong', 'the same by chance'],
    ],
    rows: use.map(({ name, whereRight, whereWrong, difference, fallsFor, fallsForByChance }) => [
      BASELINE_WORDS[name].label,
      ...cellsOf(whereRight),
      ...cellsOf(whereWrong),
      difference?.value,
      difference?.low,
      difference?.high,
      fallsFor?.value,
      fallsForByChance,
    ]),
  };
}

/** Tokens, money and time. */
export function usageSheet({ usage }: Report): SheetTable {
  return {
    header: ['what', 'total', 'answers that told'],
    rows: [
      ['input tokens', usage.inputTokens.total, usage.inputTokens.knownCount],
      ['output tokens', usage.outputTokens.total, usage.outputTokens.knownCount],
      ['thinking tokens', usage.thinkingTokens.total, usage.thinkingTokens.knownCount],
      ['cached tokens', usage.cachedTokens.total, usage.cachedTokens.knownCount],
      ['US dollars', usage.costUsd?.total, usage.costUsd?.knownCount],
      ['median latency (ms)', usage.latencyMs?.median, usage.latencyMs?.count],
      ['90 % latency (ms)', usage.latencyMs?.p90, usage.latencyMs?.count],
    ],
  };
}
