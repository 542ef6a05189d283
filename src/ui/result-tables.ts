import type { Cell } from '../app/index.ts';
import type { Report } from '../domain/report/index.ts';
import type { Outcome } from '../domain/run/index.ts';
import { OUTCOMES } from '../domain/run/index.ts';
import type { Estimate } from '../domain/statistics/index.ts';
import { lengthBinName } from './state/length-bins.ts';
import { counted, type Counting } from './state/run-report.ts';
import { BASELINE_WORDS, OUTCOME_WORDS, TYPE_WORDS } from './words.ts';

interface NamedTable {
  readonly name: string;
  /** The file's name without its ending. */
  readonly stem: string;
  readonly table: () => { readonly header: readonly string[]; readonly rows: readonly (readonly Cell[])[] };
}

const MEASURES = [
  { kind: 'multipleChoice', name: 'accuracy' },
  { kind: 'freeResponse', name: 'judge score' },
] as const;

function cellsOf(estimate: Estimate | undefined): readonly Cell[] {
  return [estimate?.value, estimate?.low, estimate?.high, estimate?.count, estimate?.clusterCount];
}

function header(first: string): readonly string[] {
  const of = ({ name }: { readonly name: string }) => [
    name,
    `${name}, low (95 %)`,
    `${name}, high (95 %)`,
    `${name}, questions`,
    `${name}, source videos`,
  ];
  return [first, ...MEASURES.flatMap(of)];
}

/** The tables of the results page, for spreadsheets; numbers with all their digits. */
export function tablesOf(report: Report, counting: Counting): readonly NamedTable[] {
  const scores = (group: Report['overall']): readonly Cell[] =>
    MEASURES.flatMap(({ kind }) => cellsOf(counted(group[kind], counting)));
  const { errorShares: shares, ledger, usage } = report;
  const ended = (outcome: Outcome): readonly Cell[] => [
    OUTCOME_WORDS[outcome].label,
    ledger.multipleChoice[outcome],
    ledger.freeResponse[outcome],
    ledger.all[outcome],
  ];
  return [
    {
      name: 'How answers ended',
      stem: 'sonoscore-outcomes',
      table: () => ({ header: ['outcome', 'multiple choice', 'free response', 'all'], rows: OUTCOMES.map(ended) }),
    },
    {
      name: 'By type',
      stem: 'sonoscore-by-type',
      table: () => ({
        header: header('type'),
        rows: report.byType.map((group) => [`${group.type}: ${TYPE_WORDS[group.type]}`, ...scores(group)]),
      }),
    },
    {
      name: 'By length',
      stem: 'sonoscore-by-length',
      table: () => ({
        header: header('length'),
        rows: report.byDuration.map((group) => [lengthBinName(group.bin), ...scores(group)]),
      }),
    },
    {
      name: 'By Video',
      stem: 'sonoscore-by-video',
      table: () => ({
        header: header('video'),
        rows: report.byVideo.map((group) => [group.videoKey, ...scores(group)]),
      }),
    },
    {
      name: 'Shortcuts',
      stem: 'sonoscore-shortcuts',
      table: () => ({
        header: ['rule', 'correct', 'accuracy', 'low (95 %)', 'high (95 %)', 'questions', 'source videos'],
        rows: report.shortcuts.meter.map(({ name, correct, estimate }) => [
          BASELINE_WORDS[name].label,
          correct,
          ...cellsOf(estimate),
        ]),
      }),
    },
    ...(shares === undefined
      ? []
      : [
          {
            name: 'Kinds of error',
            stem: 'sonoscore-errors',
            table: () => ({
              header: ['error', 'share', 'low (95 %)', 'high (95 %)', 'questions', 'source videos'],
              rows: Object.entries(shares).map(([name, estimate]: readonly [string, Estimate]) => [
                name,
                ...cellsOf(estimate),
              ]),
            }),
          },
        ]),
    {
      name: 'Cost and time',
      stem: 'sonoscore-usage',
      table: () => ({
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
      }),
    },
  ];
}
