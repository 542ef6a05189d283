import type { Benchmark } from './types.ts';

export const PUBLISHED_NAME = 'ReXSonoVQA';

/** The digest of ReXSonoVQA as published, at the commit that the published results come from. */
export const PUBLISHED_DIGEST = '777e53d807e167386ca51653d07786885e1d02c2a8cb322eb32692489fe817f0';

/** Whether scores on this Benchmark may be compared with published ones: not a question or a second of it differs. */
export function isPublished({ digest }: Benchmark): boolean {
  return digest === PUBLISHED_DIGEST;
}
