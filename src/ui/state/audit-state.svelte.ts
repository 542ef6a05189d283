import type { AuditStore } from '../../app/index.ts';
import { beginAudit, scoreOf, withScore, type Audit, type AuditScore } from '../../domain/audit/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { Attempt } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';

/** A Run's Audit as it is stored: whatever is scored is kept at once, so that a reload goes on. */
export class AuditState {
  readonly #store: AuditStore;
  readonly #runId: string;

  loading = $state(true);
  audit = $state.raw<Audit | undefined>();
  message = $state<string | undefined>();
  /** The Audit that a new one took the place of, to be had back. */
  replaced = $state.raw<Audit | undefined>();

  constructor(store: AuditStore, runId: string) {
    this.#store = store;
    this.#runId = runId;
  }

  get done(): boolean {
    const { audit } = this;
    return audit !== undefined && audit.sample.every((each) => scoreOf(audit, each) !== undefined);
  }

  async open(): Promise<void> {
    try {
      this.audit = await this.#store.get(this.#runId);
    } catch (error) {
      this.message = `The audit could not be read: ${messageOf(error)}`;
    }
    this.loading = false;
  }

  async begin(benchmark: Benchmark, attempts: readonly Attempt[], seed: number, size: number): Promise<void> {
    const now = new Date().toISOString();
    await this.#change(() => beginAudit(benchmark, this.#runId, attempts, { seed, size, now }));
  }

  /** @returns whether it is kept */
  score(score: AuditScore): Promise<boolean> {
    // Where another tab has begun a new audit, the score goes into that one if the text is in its sample.
    return this.#change((old) =>
      old?.sample.some(({ questionId, epoch }) => questionId === score.questionId && epoch === score.epoch) === true
        ? withScore(old, score)
        : old,
    );
  }

  /** Makes room for another sample; `restore` has this one back until the page is left. */
  async clear(): Promise<void> {
    const { audit } = this;
    if (await this.#change(() => undefined)) this.replaced = audit;
  }

  async restore(): Promise<void> {
    const { replaced } = this;
    if (replaced === undefined) return;
    if (await this.#change(() => replaced)) this.replaced = undefined;
  }

  async #change(change: (old: Audit | undefined) => Audit | undefined): Promise<boolean> {
    this.message = undefined;
    try {
      this.audit = await this.#store.change(this.#runId, change);
      return true;
    } catch (error) {
      this.message = `The audit could not be stored: ${messageOf(error)}`;
      return false;
    }
  }
}
