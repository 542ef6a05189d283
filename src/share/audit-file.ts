import { toCsv } from '../app/index.ts';
import { auditReport, judgedAttempts, scoreOf, type Audit } from '../domain/audit/index.ts';
import type { Benchmark } from '../domain/benchmark/index.ts';
import { modelName } from '../domain/report/index.ts';
import type { Attempt, Run } from '../domain/run/index.ts';

/** An audit with its numbers as JSON: what was sampled and scored, and what came of it. */
export function auditToJson(benchmark: Benchmark, run: Run, attempts: readonly Attempt[], audit: Audit): string {
  const content = {
    format: 'sonoscore-audit',
    formatVersion: 1,
    run: { id: run.id, model: modelName(run) },
    benchmark: run.benchmark,
    audit,
    report: auditReport(benchmark, attempts, audit.sample, audit.scores),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

const HEADER = [
  'question',
  'epoch',
  'type',
  'video',
  'source video',
  'answer',
  'reply',
  'judge',
  'judge score',
  'judge error type',
  'a person’s score',
  'a person’s error type',
  'scored at',
  'stands for',
];

/** Every text of an audit's sample as a line, in the order in which they were shown. */
export function auditToCsv(benchmark: Benchmark, attempts: readonly Attempt[], audit: Audit): string {
  const judged = judgedAttempts(benchmark, attempts);
  return toCsv(
    HEADER,
    audit.sample.map((sampled) => {
      const isIt = ({ questionId, epoch }: { readonly questionId: string; readonly epoch: number }): boolean =>
        questionId === sampled.questionId && epoch === sampled.epoch;
      const question = judged.find(isIt)?.question;
      const attempt = attempts.find(isIt);
      const score = scoreOf(audit, sampled);
      return [
        sampled.questionId,
        sampled.epoch,
        question?.type,
        question?.videoKey,
        question?.sourceKey,
        question?.answer,
        attempt?.reply?.text,
        attempt?.verdict?.judge.modelId,
        attempt?.verdict?.score,
        attempt?.verdict?.errorType,
        score?.score,
        score?.errorType,
        score?.at,
        sampled.weight,
      ];
    }),
  );
}
