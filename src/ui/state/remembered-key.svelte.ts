import type { Credentials } from '../../app/index.ts';
import { endpointName } from './endpoint-address.ts';
import { messageOf } from './errors.ts';

/** The key field of an endpoint, and whether this device remembers its key. Typed keys live in memory only, unless asked. */
export class RememberedKey {
  readonly #credentials: Credentials | undefined;
  /** Counts look-ups, so that a slow one does not overwrite what a later one found. */
  #asked = 0;
  #endpoint = '';

  text = $state('');
  remembered = $state(false);
  message = $state<string | undefined>();

  constructor(credentials: Credentials | undefined) {
    this.#credentials = credentials;
  }

  get offered(): boolean {
    return this.#credentials !== undefined;
  }

  /** The key to send, or undefined where none was given. */
  get value(): string | undefined {
    const text = this.text.trim();
    return text === '' ? undefined : text;
  }

  /** Empties the field: a key of another service must not go to the next one. What is remembered stays remembered. */
  clear(): void {
    this.text = '';
    this.remembered = false;
  }

  /** The address is another one now: its remembered key is filled in, unless one was typed. */
  async follow(baseUrl: string): Promise<void> {
    const endpoint = endpointName(baseUrl);
    if (endpoint === this.#endpoint) return;
    const asked = (this.#asked += 1);
    if (this.remembered) this.clear();
    this.#endpoint = endpoint;
    this.message = undefined;
    if (this.#credentials === undefined || endpoint === '') return;
    try {
      const key = await this.#credentials.recall(endpoint);
      if (asked !== this.#asked || key === undefined || this.value !== undefined) return;
      this.text = key;
      this.remembered = true;
    } catch (error) {
      if (asked === this.#asked) this.message = `The remembered key could not be read: ${messageOf(error)}`;
    }
  }

  /** Remembers the key as it is now, or forgets it. The field keeps what is typed. */
  async remember(on: boolean): Promise<void> {
    const endpoint = this.#endpoint;
    const key = this.value;
    this.remembered = on;
    this.message = undefined;
    if (this.#credentials === undefined || endpoint === '') return;
    try {
      if (!on) await this.#credentials.forget(endpoint);
      else if (key !== undefined) await this.#credentials.remember(endpoint, key);
    } catch (error) {
      this.remembered = false;
      this.message = `The key could not be ${on ? 'remembered' : 'forgotten'}: ${messageOf(error)}`;
    }
  }

  /** The key was edited: what is remembered is kept the same. */
  async edited(): Promise<void> {
    if (this.remembered) await this.remember(true);
  }

  /** Takes the key from this device and from the field. */
  async forget(): Promise<void> {
    await this.remember(false);
    if (this.message === undefined) this.text = '';
  }
}
