import questionLines from './questions.tsv?raw';
import resultLines from './results.tsv?raw';
import { isReferenceFile } from '../../domain/protocol/index.ts';
import { type ListedFile, readManifest } from './manifest.ts';

const first = readManifest(questionLines);

/** Questions and metadata. */
export const QUESTION_FILES: readonly ListedFile[] = first.filter(({ path }) => !isReferenceFile(path));
/** The three that hold the authors' prompts. */
export const PROMPT_FILES: readonly ListedFile[] = first.filter(({ path }) => isReferenceFile(path));

/** Where a published model's scored results lie: multiple-choice and free-response. */
const RESULT_FOLDERS: Readonly<Record<string, { readonly mcq: string; readonly free: string }>> = {
  'gemini-3-pro': { mcq: 'final_scores_all_MCQ', free: 'final_scores_all_free' },
  'qwen3.5-397b': { mcq: 'qwen_result/scores_mcq2', free: 'qwen_result/scores_free2' },
  'seed-2.0-pro': { mcq: 'seed_result/scores_mcq', free: 'seed_result/scores_free' },
  'llava-video-72b': { mcq: 'llava_results/scores_mcq', free: 'llava_results/scores_free' },
};

/** A published model's result files, each with the path that the import reads model and kind from. */
export function resultFiles(model: string): readonly { readonly file: ListedFile; readonly importPath: string }[] {
  const folders = RESULT_FOLDERS[model];
  if (folders === undefined) return [];
  const all = readManifest(resultLines);
  return (['mcq', 'free'] as const).flatMap((kind) =>
    all
      .filter(({ path }) => path.startsWith(`${folders[kind]}/`))
      .map((file) => ({ file, importPath: `${model}/${kind}/${file.path.split('/').at(-1) ?? ''}` })),
  );
}
