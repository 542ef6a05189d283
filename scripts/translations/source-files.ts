/** What is said to a model, read out of its replies or written into files, whatever the reader's language. */
const NEVER =
  /^src\/(?:start\.ts|language\/|domain\/(?:extraction|statistics)\/|domain\/protocol\/(?:sonoscore-prompts|python-source)\.ts|share\/(?:csv|audit-file)\.ts|share\/upstream\/(?:export-upstream|words)\.ts|share\/permalink\/(?:config|score)-field\.ts|.*\.d\.ts$|platform\/service-worker\/)/;

/** Whether a file of this path below the root is of the pages: its sentences are translated where they stand. */
export function isTranslated(file: string): boolean {
  return /^src\/ui\/.*\.(?:ts|svelte)$/.test(file) && !NEVER.test(file);
}

/**
 * Whether a file makes sentences that are stored, sent or thrown, and shown by the pages: they stay English in it, and the pages translate
 * them when they show them (`src/language/localized.ts`).
 */
export function isSaid(file: string): boolean {
  return /^src\/.*\.ts$/.test(file) && !file.startsWith('src/ui/') && !NEVER.test(file);
}
