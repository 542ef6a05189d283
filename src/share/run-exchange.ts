import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';

import {
  type AuditStore,
  type ExportFormat,
  type PickedFile,
  type RunExchange,
  type RunStore,
  SonoscoreError,
} from '../app/index.ts';
import type { Benchmark, Problem } from '../domain/benchmark/index.ts';
import { misfitOf } from '../domain/options/index.ts';
import { buildReport, modelName } from '../domain/report/index.ts';
import type { Attempt, Run } from '../domain/run/index.ts';
import { auditToCsv, auditToJson } from './audit-file.ts';
import { runToCsv } from './csv.ts';
import { readRunFile, writeRunFile } from './run-file.ts';
import { exportUpstream, groupUpstream, importUpstream, type UpstreamFile } from './upstream/index.ts';

export interface RunExchangePorts {
  readonly store: RunStore;
  readonly audits: AuditStore;
  /** A Run as this page has it, what its storage has not taken included. Default: as it is stored. */
  readonly current?: (
    runId: string,
  ) => Promise<{ readonly run: Run; readonly attempts: readonly Attempt[] } | undefined>;
  /** The text files among picked ones, archives opened. */
  readonly readTexts: (
    files: readonly PickedFile[],
    signal: AbortSignal,
  ) => Promise<{ readonly texts: readonly UpstreamFile[]; readonly problems: readonly Problem[] }>;
  /** A Benchmark that this browser keeps. */
  readonly findBenchmark?: (digest: string) => Promise<Benchmark | undefined>;
  /** Outputs of batch services, for Runs of this browser. */
  readonly readBatch: (
    files: readonly PickedFile[],
    signal: AbortSignal,
  ) => Promise<{ readonly runs: readonly Run[]; readonly problems: readonly Problem[] }>;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Takes Runs out of the store as files, and into it from files. */
export function createRunExchange({
  store,
  audits,
  current,
  readTexts,
  findBenchmark,
  readBatch,
  newId,
  now,
}: RunExchangePorts): RunExchange {
  const stored = async (runId: string) => {
    const run = await store.getRun(runId);
    return run && { run, attempts: await store.listAttempts(runId) };
  };
  return {
    async export(runId, benchmark, format) {
      const found = await (current ?? stored)(runId);
      if (found === undefined) throw mistake('This run is not in this browser: it may have been deleted.');
      const { run, attempts } = found;
      try {
        return { name: fileName(run, format), blob: await render(run, attempts, benchmark, format) };
      } catch (error) {
        // Of a run that came from elsewhere, an answer may show other options than its question has.
        if (error instanceof RangeError) throw mistake(`This run does not fit its questions: ${error.message}`, error);
        throw error;
      }
    },

    async exportAudit(runId, benchmark, format) {
      const [run, audit] = await Promise.all([store.getRun(runId), audits.get(runId)]);
      if (run === undefined || audit === undefined) throw mistake('This run has no audit in this browser.');
      const questions = needed(run, benchmark);
      const attempts = await store.listAttempts(runId);
      return format === 'json'
        ? { name: fileName(run, 'audit'), blob: jsonBlob(auditToJson(questions, run, attempts, audit)) }
        : { name: fileName(run, 'audit-csv'), blob: csvBlob(auditToCsv(questions, attempts, audit)) };
    },

    async import(files, benchmark, signal) {
      const { texts, problems: read } = await readTexts(files, signal);
      const problems: Problem[] = [...read];
      const runs: Run[] = [];
      const others: UpstreamFile[] = [];
      for (const file of texts) {
        signal.throwIfAborted();
        const parsed = await readRunFile(file.text);
        if (parsed.kind === 'other') others.push(file);
        else if (parsed.kind === 'not-json') {
          // Beside runs and results lie scripts, which are not meant to be JSON.
          if (!/\.json$/i.test(file.path)) continue;
          const message = `Not valid JSON (${parsed.why}): the file may have been cut short.`;
          problems.push({ file: file.path, message });
        } else if (parsed.kind === 'broken') problems.push({ file: file.path, message: parsed.message });
        else {
          const taken = await takeIn(parsed.run, parsed.attempts, benchmark);
          if ('run' in taken) runs.push(taken.run);
          else problems.push({ file: file.path, message: taken.message });
        }
      }
      const outputs = files.filter(({ path }) => /\.jsonl$/i.test(path));
      if (outputs.length > 0) {
        const batch = await readBatch(outputs, signal);
        runs.push(...batch.runs);
        problems.push(...batch.problems);
      }
      const groups = groupUpstream(others);
      if (groups.length > 0 && benchmark === undefined) {
        problems.push({
          file: groups[0]?.files[0]?.path ?? '',
          message: 'Results of the authors’ scripts are read against their questions: open the benchmark first.',
        });
      } else if (benchmark !== undefined) {
        for (const group of groups) {
          signal.throwIfAborted();
          const named = group.name === '' ? {} : { name: group.name };
          const imported = importUpstream(benchmark, group.files, { id: newId(), now: now().toISOString(), ...named });
          problems.push(...imported.problems);
          if (imported.run !== undefined) runs.push(await keep(imported.run, imported.attempts));
        }
      }
      if (runs.length === 0 && problems.length === 0) {
        const file = files.map(({ path }) => path).join(', ');
        problems.push({
          file,
          message: 'There is no run and no result in these files: choose a run file or score files.',
        });
      }
      return { runs, problems };
    },
  };

  /** The Run as it is kept now, or why it is not. */
  async function takeIn(
    run: Run,
    attempts: readonly Attempt[],
    open: Benchmark | undefined,
  ): Promise<{ readonly run: Run } | { readonly message: string }> {
    const { digest } = run.benchmark;
    const benchmark = open?.digest === digest ? open : await findBenchmark?.(digest);
    const misfit = benchmark && misfitOf(benchmark.questions, attempts);
    if (misfit !== undefined) return { message: `This run does not fit its questions: ${misfit}.` };
    // One that cannot be read is there all the same.
    const here = await store.getRun(run.id).catch(() => 'unreadable' as const);
    if (here === undefined) return { run: await keep(atRest(run), attempts) };
    if (here !== 'unreadable' && here.deletedAt === undefined)
      return { message: 'This run is in this browser already: it was left as it is.' };
    // What was deleted can be had back, so that this one needs an id of its own.
    const id = newId();
    const renamed = attempts.map((attempt) => ({ ...attempt, runId: id }));
    return { run: await keep({ ...atRest(run), id }, renamed) };
  }

  async function keep(run: Run, attempts: readonly Attempt[]): Promise<Run> {
    await store.putAttempts(attempts);
    await store.putRun(run);
    return run;
  }
}

/** A Run that was at work when it was exported is not at work here. */
function atRest(run: Run): Run {
  const status = run.status.kind === 'running' ? ({ kind: 'cancelled' } as const) : run.status;
  // Whoever takes a run in wants to have it, deleted or not when it was exported.
  return { ...run, status, deletedAt: undefined };
}

async function render(
  run: Run,
  attempts: readonly Attempt[],
  benchmark: Benchmark | undefined,
  format: ExportFormat,
): Promise<Blob> {
  if (format === 'run-file') return jsonBlob(await writeRunFile(run, attempts));
  const questions = needed(run, benchmark);
  switch (format) {
    case 'csv':
      return csvBlob(runToCsv(questions, run, attempts));
    case 'report':
      return jsonBlob(`${JSON.stringify(buildReport(questions, run, attempts), undefined, 2)}\n`);
    case 'upstream': {
      // Its workers are made of text, which the page's security policy forbids.
      const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
      for (const { path, text } of exportUpstream(questions, run, attempts)) await zip.add(path, new TextReader(text));
      return zip.close();
    }
  }
}

const FILE_ENDS = {
  'run-file': 'run.json',
  csv: 'answers.csv',
  report: 'report.json',
  upstream: 'upstream.zip',
  audit: 'audit.json',
  'audit-csv': 'audit.csv',
} as const;

/** The Benchmark, if it is the Run's own. */
function needed(run: Run, benchmark: Benchmark | undefined): Benchmark {
  if (benchmark?.digest === run.benchmark.digest) return benchmark;
  throw mistake(`This form needs the questions of “${run.benchmark.name}”: open that benchmark first.`);
}

function jsonBlob(text: string): Blob {
  return new Blob([text], { type: 'application/json' });
}

function csvBlob(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}

function fileName(run: Run, format: ExportFormat | 'audit' | 'audit-csv'): string {
  const model = modelName(run)
    .replace(/[^\p{L}\p{N}.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  const day = run.createdAt.slice(0, 10);
  const end = FILE_ENDS[format];
  return `sonoscore-${model === '' ? 'run' : model}-${day}-${end}`;
}

function mistake(message: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError({ kind: 'internal', retryable: false, message }, { cause });
}
