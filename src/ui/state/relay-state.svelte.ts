import type { ModelPreset, RelaySetting } from '../../app/index.ts';
import { isRelayAddress, mayBeCalled } from './endpoint-address.ts';

/** The relay's address as somebody types it: in memory only, for there is a token in it. */
export class RelayState {
  readonly #setting: RelaySetting | undefined;
  #text = $state('');

  constructor(setting: RelaySetting | undefined) {
    this.#setting = setting;
    this.#text = setting?.address() ?? '';
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    const address = text.trim().replace(/\/+$/, '');
    this.#setting?.use(address === '' || this.mistake !== undefined ? undefined : address);
  }

  /** What is wrong with what was typed; undefined for nothing typed too. */
  get mistake(): string | undefined {
    const text = this.#text.trim();
    if (text === '') return undefined;
    const url = URL.parse(text);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return 'Write the relay’s address in full, beginning with http:// or https://, as `npm run relay` prints it.';
    if (!mayBeCalled(url)) return 'This page calls a relay on another computer by https:// only.';
    return /\/api(?:\/|$)/.test(url.pathname) ? 'Leave out what begins with /api: Sonoscore adds it.' : undefined;
  }

  /** Why a service with this preset cannot be called yet; undefined where no relay is needed or one is set. */
  hindrance(preset: ModelPreset, baseUrl: string): string | undefined {
    if (!this.isNeeded(preset, baseUrl)) return undefined;
    if (this.mistake !== undefined) return this.mistake;
    return this.#text.trim() === ''
      ? 'This service answers no browsers: start the relay and write its address.'
      : undefined;
  }

  /** Whether calls to a service go through the relay: it answers no browsers, and the base URL is its own. */
  isNeeded(preset: ModelPreset, baseUrl: string): boolean {
    return this.#setting !== undefined && preset.reach === 'relay' && !isRelayAddress(baseUrl);
  }
}
