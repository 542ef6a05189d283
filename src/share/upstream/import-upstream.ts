import type { Benchmark, Problem, QuestionKind } from '../../domain/benchmark/index.ts';
import type { Attempt, Run, RunConfig } from '../../domain/run/index.ts';
import { attemptOf } from './attempt-of.ts';
import { readFileName, type ResultsFile, type UpstreamFile } from './file-names.ts';
import { readItem, type UpstreamItem } from './items.ts';
import { QuestionFinder, type Match } from './match-question.ts';
import { UNSTATED } from './words.ts';

export interface ImportOptions {
  /** The new Run's id. */
  readonly id: string;
  /** ISO date of the import. */
  readonly now: string;
  /** What the model is called where the files do not say. */
  readonly name?: string;
}

export interface ImportedRun {
  /** Undefined where no entry belongs to a kept question of the Benchmark. */
  readonly run: Run | undefined;
  readonly attempts: readonly Attempt[];
  readonly problems: readonly Problem[];
}

interface Entry {
  readonly file: UpstreamFile;
  readonly named: ResultsFile;
  readonly number: number;
  readonly item: UpstreamItem;
  readonly match: Match;
}

/**
 * Reads upstream's `pred_*.json` and `score_pred_*.json` of ONE model (see `groupUpstream`) as a finished Run. Entries are
 * matched to questions by Video, text and option texts. Only questions that the Benchmark keeps come into the Run.
 *
 * A call that upstream recorded as failed is `failed`, a judge that failed `unjudged`; upstream scores both 0. Letters
 * are those that the files hold as `model_prediction`, not read anew. What the files do not say is undefined or
 * "unstated": clips, prompts, tokens, finish reasons, the judge.
 */
export function importUpstream(
  benchmark: Benchmark,
  files: readonly UpstreamFile[],
  options: ImportOptions,
): ImportedRun {
  const problems: Problem[] = [];
  const entries = readEntries(benchmark, files, problems);
  const attempts = new Map<string, Attempt>();
  for (const { file, named, number, item, match } of entries) {
    const { question } = match;
    const place = { file: file.path, questionNumber: number };
    if (item.keep !== undefined && item.keep !== question.keep) {
      const counted = question.keep ? 'counted here and not there' : 'counted there and not here';
      problems.push({
        ...place,
        field: 'keep',
        message: `${question.id} is ${counted}; the benchmark's own mark is used.`,
      });
    }
    if (!question.keep) continue;
    const key = `${named.epoch} ${question.id}`;
    if (attempts.has(key)) {
      problems.push({ ...place, message: `${question.id} has an entry already; this one is left out.` });
      continue;
    }
    const { attempt, fault } = attemptOf({ item, match, scored: named.scored, epoch: named.epoch, ...options });
    if (fault !== undefined) problems.push({ ...place, ...fault });
    attempts.set(key, attempt);
  }
  const answered = new Set([...attempts.values()].map(({ questionId }) => questionId));
  const kept = benchmark.questions.filter(({ keep }) => keep);
  const questions = kept.filter(({ id }) => answered.has(id));
  const kinds = (['multiple-choice', 'free-response'] as const).filter((kind) =>
    questions.some((each) => each.kind === kind),
  );
  problems.push(...missing(kept, answered, kinds, files));
  if (questions.length === 0) return { run: undefined, attempts: [], problems };
  const run: Run = {
    formatVersion: 1,
    id: options.id,
    createdAt: options.now,
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    config: configOf(entries, [...attempts.values()], kinds, options),
    questionIds: questions.map(({ id }) => id),
    status: { kind: 'finished' },
  };
  const places = new Map(run.questionIds.map((id, index) => [id, index]));
  const placeOf = ({ questionId }: Attempt) => places.get(questionId) ?? Infinity;
  const sorted = [...attempts.values()].sort((a, b) => placeOf(a) - placeOf(b) || a.epoch - b.epoch);
  return { run, attempts: sorted, problems };
}

function readEntries(benchmark: Benchmark, files: readonly UpstreamFile[], problems: Problem[]): readonly Entry[] {
  const finder = new QuestionFinder(benchmark);
  return resultsOf(files).flatMap(({ file, named }): readonly Entry[] => {
    const taken = new Set<string>();
    const list = readList(file.text);
    if (list === undefined) {
      problems.push({ file: file.path, message: 'Not a list of results: the file may have been cut short.' });
      return [];
    }
    if (!finder.knowsVideo(named.videoKey)) {
      problems.push({
        file: file.path,
        message: `The benchmark has no Video "${named.videoKey}"; the file is left out.`,
      });
      return [];
    }
    return list.flatMap((raw, index): readonly Entry[] => {
      const number = index + 1;
      const place = { file: file.path, questionNumber: number };
      const read = readItem(raw);
      if (read.kind === 'wrong') {
        problems.push({ ...place, ...(read.field === undefined ? {} : { field: read.field }), message: read.message });
        return [];
      }
      const matches = finder.find(named.videoKey, read.item, number, named.folderKind);
      const match = matches.find(({ question }) => !taken.has(question.id)) ?? matches[0];
      if (match !== undefined) {
        taken.add(match.question.id);
        return [{ file, named, number, item: read.item, match }];
      }
      const message = `The benchmark asks no such question of "${named.videoKey}"; the entry is left out.`;
      problems.push({ ...place, field: 'question', message });
      return [];
    });
  });
}

/** Results files; where a Video's are there both judged and not, the judged ones. */
function resultsOf(
  files: readonly UpstreamFile[],
): readonly { readonly file: UpstreamFile; readonly named: ResultsFile }[] {
  const chosen = new Map<string, { readonly file: UpstreamFile; readonly named: ResultsFile }>();
  for (const file of files) {
    const named = readFileName(file.path);
    if (named === undefined) continue;
    const key = `${named.epoch} ${kindIn(file, named)} ${named.videoKey}`;
    const other = chosen.get(key);
    if (other === undefined || (named.scored && !other.named.scored)) chosen.set(key, { file, named });
  }
  return [...chosen.values()].sort((a, b) => (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0));
}

/** The kind that a file holds, by its folder or else by the first prefix in it. */
function kindIn({ text }: UpstreamFile, { folderKind }: ResultsFile): string {
  return folderKind ?? /"\[(MCQ|FREE)\]/.exec(text)?.[1] ?? '';
}

function readList(text: string): readonly unknown[] | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function missing(
  kept: Benchmark['questions'],
  answered: ReadonlySet<string>,
  kinds: readonly QuestionKind[],
  files: readonly UpstreamFile[],
): readonly Problem[] {
  return kinds.flatMap((kind) => {
    const all = kept.filter((question) => question.kind === kind);
    const absent = all.filter(({ id }) => !answered.has(id));
    if (absent.length === 0) return [];
    const message = `${absent.length} of the ${all.length} kept ${kind} questions have no entry in these files, such as ${absent[0]?.id ?? ''}; the results are of the others.`;
    return [{ file: files[0]?.path ?? '', message }];
  });
}

function configOf(
  entries: readonly Entry[],
  attempts: readonly Attempt[],
  kinds: readonly QuestionKind[],
  { name }: ImportOptions,
): RunConfig {
  const own = entries.find(({ item }) => item.sonoscore !== undefined)?.item.sonoscore;
  const said = entries.map(({ item }) => item.inference_metadata).find((metadata) => (metadata?.model_id ?? '') !== '');
  const blind = entries.some(({ named }) => named.blind);
  const shuffled = attempts.some(({ optionOrder }) => optionOrder.some((printed, shown) => printed !== shown));
  return {
    model: { kind: 'published', name: said?.model_id ?? name ?? UNSTATED, source: said?.backend ?? UNSTATED },
    protocol: own?.protocol ?? { id: 'reference', version: UNSTATED },
    condition: own?.condition ?? (blind ? 'text-only' : 'video'),
    optionOrder: own?.optionOrder ?? (shuffled ? 'reference' : 'as-printed'),
    kinds,
    limit: undefined,
    seed: 0,
    epochs: attempts.reduce((most, { epoch }) => Math.max(most, epoch + 1), 1),
  };
}
