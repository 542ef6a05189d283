/** A file of the public repository, as recorded. */
interface RecordedFile {
  readonly path: string;
  readonly line: string;
}

/** Which of the repository's files the page takes: the questions with the authors' prompts, and scored results. */
export const TAKEN = {
  questions: [
    /^benchmark_questions\/(?:mcq|free)\/[^/]+\.json$/,
    /^video_metadata_new\.json$/,
    /^(?:inference_qa_youtube|inference_qa_check|evaluate_results)\.py$/,
  ],
  results: [
    /^(?:final_scores_all_(?:MCQ|free)|qwen_result\/scores_(?:mcq|free)2|(?:seed_result|llava_results)\/scores_(?:mcq|free))\/score_pred_[^/]+\.json$/,
  ],
} as const;

/**
 * The lines of a manifest of the whole repository that a part of it takes, in order of paths.
 * @param manifest lines of path, bytes and hex SHA-256 with tabs between, after one line of names
 */
export function chooseFiles(manifest: string, part: keyof typeof TAKEN): string {
  const files = manifest
    .split('\n')
    .slice(1)
    .map((line): RecordedFile => ({ path: line.split('\t')[0] ?? '', line }))
    .filter(({ path }) => TAKEN[part].some((form) => form.test(path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return files.map(({ line }) => `${line}\n`).join('');
}
