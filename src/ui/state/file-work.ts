import type { Problem } from '../../domain/benchmark/index.ts';

/** What is going on with files: one thing at a time. */
export type FileWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly words: string }
  | { readonly kind: 'failed'; readonly message: string; readonly problems: readonly Problem[] };

export const IDLE: FileWork = { kind: 'idle' };
