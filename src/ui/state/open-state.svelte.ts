import type { Services } from '../../app/index.ts';
import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { isAbort, messageOf } from './errors.ts';

export type OpenView =
  | { readonly kind: 'asking' }
  | { readonly kind: 'fetching'; readonly bytes: number; readonly totalBytes: number | undefined }
  | { readonly kind: 'importing' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly runs: readonly Run[]; readonly problems: readonly Problem[] };

/** What is wrong with an address that something is to be fetched from; undefined where it can be. */
export function remoteAddressMistake(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'The link names no address: it should hold one that begins with https:// after “url=”.';
  const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return 'Only addresses that begin with https:// are opened, or http:// on this computer.';
  return url.username !== '' || url.password !== ''
    ? 'The address holds a user name or password, which a link should not: ask for one without.'
    : undefined;
}

/** A run file elsewhere: asked about, fetched, imported. */
export class OpenState {
  readonly url: string;
  readonly #services: Services;
  #controller: AbortController | undefined;

  view = $state.raw<OpenView>({ kind: 'asking' });

  constructor(services: Services, url: string) {
    this.#services = services;
    this.url = url;
  }

  /** Fetches and imports it; resolves with the Runs that are new. */
  async open(benchmark: Benchmark | undefined): Promise<readonly Run[]> {
    const { remoteFiles, exchange } = this.#services;
    if (remoteFiles === undefined || exchange === undefined) return [];
    const controller = new AbortController();
    this.#controller = controller;
    this.view = { kind: 'fetching', bytes: 0, totalBytes: undefined };
    try {
      const file = await remoteFiles.fetch(this.url, controller.signal, (progress) => {
        if (!controller.signal.aborted) this.view = { kind: 'fetching', ...progress };
      });
      this.view = { kind: 'importing' };
      const { runs, problems } = await exchange.import([file], benchmark, controller.signal);
      controller.signal.throwIfAborted();
      this.view = { kind: 'done', runs, problems };
      return runs;
    } catch (error) {
      this.view = isAbort(error) ? { kind: 'asking' } : { kind: 'failed', message: messageOf(error) };
      return [];
    }
  }

  stop(): void {
    this.#controller?.abort();
  }
}
