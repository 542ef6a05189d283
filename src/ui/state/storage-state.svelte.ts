import type { Services, StorageFacts } from '../../app/index.ts';
import { messageOf } from './errors.ts';

export type StorageView =
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly facts: StorageFacts }
  | { readonly kind: 'failed'; readonly message: string };

/** What this browser keeps for the site. */
export class StorageState {
  readonly #storage: Services['storage'];
  view = $state.raw<StorageView>({ kind: 'none' });

  constructor(services: Services) {
    this.#storage = services.storage;
  }

  async refresh(): Promise<void> {
    if (this.#storage === undefined) return;
    try {
      this.view = { kind: 'known', facts: await this.#storage.facts() };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Before a Run that is paid for: a browser that is short of room clears what it has not promised to keep. */
  async persist(): Promise<void> {
    await this.#storage?.persist().catch(() => false);
  }

  async clearClips(): Promise<void> {
    try {
      await this.#storage?.clearClips();
      await this.refresh();
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }
}
