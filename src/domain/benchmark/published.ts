import type { Benchmark } from './types.ts';

export const PUBLISHED_NAME = 'ReXSonoVQA';

/** The digest of ReXSonoVQA as published, at the commit that the published results come from. */
export const PUBLISHED_DIGEST = '';

/** Whether scores on this Benchmark may be compared with published ones: not a question or a second of it differs. */
export function isPublished({ digest }: Benchmark): boolean {
  return digest === PUBLISHED_DIGEST;
}
