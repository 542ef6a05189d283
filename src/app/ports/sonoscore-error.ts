import type { CallFailure, FailureKind } from '../../domain/run/index.ts';

/** What goes wrong in an adapter, carried as far as the page. Its message is one sentence and never holds a key or a request body. */
export class SonoscoreError extends Error {
  readonly kind: FailureKind;
  readonly retryable: boolean;
  readonly waitMs: number | undefined;

  constructor(failure: Omit<CallFailure, 'waitMs'> & { readonly waitMs?: number | undefined }, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'SonoscoreError';
    this.kind = failure.kind;
    this.retryable = failure.retryable;
    this.waitMs = failure.waitMs;
  }

  toFailure(): CallFailure {
    return { kind: this.kind, retryable: this.retryable, waitMs: this.waitMs, message: this.message };
  }
}
