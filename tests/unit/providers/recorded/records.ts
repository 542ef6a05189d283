import type { FailureKind, ModelReply } from '../../../../src/domain/run/index.ts';
import type { ModelRequest } from '../../../../src/app/index.ts';
import type { Recorded } from '../answering.ts';

/** A good answer and what must be read from it, or an answer that must be read as a failure. */
export type Case = { readonly reply: Recorded; readonly parameters?: ModelRequest['parameters'] } & (
  { readonly expected: Partial<ModelReply> } | { readonly failure: FailureKind }
);

/** Replies of the shapes that a provider documents, with contents of our own. */
export interface ProviderRecords {
  readonly provider: string;
  readonly normal: Case;
  readonly thinking: Case;
  readonly truncated: Case;
  readonly blocked: Case;
  /** Undefined where the provider has no such shape. */
  readonly refusal: Case | undefined;
  readonly tooLarge: Recorded;
  readonly badKey: Recorded;
  readonly server: Recorded;
}
