import type { SharedResult, SharedRun } from '../domain/permalink/index.ts';
import type { Score } from '../domain/report/index.ts';
import { count, percent } from './format.ts';
import { CONDITION_WORDS, modelName, promptsWords } from './words.ts';

/** A score in words, with its interval: among what was answered, as the results page shows it first. */
function scoreWords(score: Score, measure: 'accuracy' | 'judgeScore'): string {
  const estimate = score.amongAnswered ?? score.allCounted;
  const say = measure === 'accuracy' ? percent : (value: number) => value.toFixed(2);
  const value = measure === 'accuracy' ? say(estimate.value) : `${say(estimate.value)} of 2`;
  const missing = score.missingCount === 0 ? '' : `, ${score.missingCount} of ${score.attemptCount} without an answer`;
  return `${value} (95 % interval ${say(estimate.low)} to ${say(estimate.high)}, ${count(estimate.count, 'question')}${missing})`;
}

/** The headline numbers of a shared Run, one sentence part each. */
export function headlineWords({ headline }: SharedRun): readonly string[] {
  const { multipleChoice, freeResponse } = headline;
  return [
    ...(multipleChoice === undefined ? [] : [`accuracy ${scoreWords(multipleChoice, 'accuracy')}`]),
    ...(freeResponse?.amongAnswered === undefined
      ? []
      : [`mean judge score ${scoreWords(freeResponse, 'judgeScore')}`]),
  ];
}

/** How a shared Run was made, short. */
function howWords({ config, createdAt }: SharedRun): string {
  const shown = CONDITION_WORDS[config.condition].label.toLowerCase();
  const prompts = `${promptsWords(config.protocol.id)} prompts, version ${config.protocol.version}`;
  return `shown as ${shown}, ${prompts}, seed ${config.seed}, ${createdAt.slice(0, 10)}`;
}

/** Plain text, for a mail. */
export function shareText({ benchmark, runs }: SharedResult, url: string): string {
  const lines = runs.map(
    (run) => `${modelName(run.config.model)} on ${benchmark.name}: ${headlineWords(run).join('; ')}. ${howWords(run)}.`,
  );
  return [...lines, url].join('\n');
}

/** Markdown, in which nobody's model name becomes a mark. */
export function shareMarkdown({ benchmark, runs }: SharedResult, url: string): string {
  return runs
    .map(
      (run) =>
        `- [${plain(modelName(run.config.model))}](${url}) on ${plain(benchmark.name)}: ${headlineWords(run).join('; ')}. ${plain(howWords(run))}.`,
    )
    .join('\n');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!<>|~&]/g, (mark) => `\\${mark}`);
}

/** A BibTeX entry. It names no author: whoever made the run is to write theirs in. */
export function shareBibtex({ benchmark, runs }: SharedResult, url: string): string {
  const [first] = runs;
  const date = first?.createdAt.slice(0, 10) ?? '';
  const names = runs.map((run) => modelName(run.config.model)).join(', ');
  const key = `sonoscore-${names}-${date}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/-$/, '');
  const note = runs.map((run) => `${modelName(run.config.model)}: ${headlineWords(run).join('; ')}`).join('. ');
  const commit = benchmark.commit === undefined ? '' : `, commit ${benchmark.commit.slice(0, 12)}`;
  return [
    `@misc{${key},`,
    `  title = {{${tex(names)} on ${tex(benchmark.name)}, measured with Sonoscore}},`,
    `  year = {${date.slice(0, 4)}},`,
    `  month = {${Number(date.slice(5, 7))}},`,
    `  url = {${url}},`,
    `  note = {${tex(note)}. Benchmark digest ${benchmark.digest.slice(0, 16)}${tex(commit)}}`,
    '}',
  ].join('\n');
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function tex(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\{}~^$%&#_]/g, (mark) => TEX[mark] ?? `\\${mark}`);
}
