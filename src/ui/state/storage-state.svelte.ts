import type { KeptCopy, Services, StorageFacts } from '../../app/index.ts';
import { messageOf } from './errors.ts';

export type StorageView =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly facts: StorageFacts; readonly copies: readonly KeptCopy[] }
  | { readonly kind: 'failed'; readonly message: string };

/** What this browser keeps for the site. */
export class StorageState {
  readonly #storage: Services['storage'];
  readonly #desk: Services['desk'];
  view = $state.raw<StorageView>({ kind: 'none' });

  constructor(services: Services) {
    this.#storage = services.storage;
    this.#desk = services.desk;
  }

  async refresh(): Promise<void> {
    if (this.#storage === undefined) return;
    try {
      const [facts, copies] = await Promise.all([this.#storage.facts(), this.#desk?.copies() ?? []]);
      this.view = { kind: 'known', facts, copies };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Before a Run that is paid for: a browser that is short of room clears what it has not promised to keep. */
  async persist(): Promise<void> {
    await this.#storage?.persist().catch(() => false);
  }

  async clearClips(): Promise<void> {
    await this.#give(() => this.#storage?.clearClips());
  }

  /** Lets the copy of a source video go; the file that it was made from stays. */
  async deleteCopy(id: string): Promise<void> {
    await this.#give(() => this.#desk?.deleteCopy(id));
  }

  async #give(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
      await this.refresh();
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }
}
