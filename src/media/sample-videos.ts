import * as v from 'valibot';

import { SonoscoreError } from '../app/index.ts';
import { untilAborted } from './race.ts';

export type Fetch = typeof globalThis.fetch;

const indexSchema = v.object({ files: v.array(v.string()) });

/** The sample's videos, fetched from this site when they are first needed and kept for the visit. */
export class SampleVideos {
  readonly #fetch: Fetch;
  readonly #baseUrl: string | undefined;
  readonly #blobs = new Map<string, Promise<Blob>>();
  #paths: Promise<ReadonlySet<string>> | undefined;

  constructor(fetch: Fetch, baseUrl: string | undefined) {
    this.#fetch = fetch;
    this.#baseUrl = baseUrl;
  }

  /** @returns undefined where `path` is none of the sample's; its index is asked first, so that no other name leaves the page */
  async find(path: string, signal: AbortSignal): Promise<Blob | undefined> {
    if (this.#baseUrl === undefined) return undefined;
    this.#paths ??= this.#readIndex().catch((error: unknown) => {
      this.#paths = undefined;
      throw error;
    });
    if (!(await untilAborted(this.#paths, signal)).has(path)) return undefined;
    const blob = this.#blobs.get(path) ?? this.#read(path);
    this.#blobs.set(path, blob);
    try {
      return await untilAborted(blob, signal);
    } catch (error) {
      if (!signal.aborted) this.#blobs.delete(path);
      throw error;
    }
  }

  async #readIndex(): Promise<ReadonlySet<string>> {
    const index: unknown = JSON.parse(await (await this.#read('index.json')).text());
    return new Set(v.parse(indexSchema, index).files);
  }

  async #read(path: string): Promise<Blob> {
    try {
      const response = await this.#fetch(`${this.#baseUrl ?? ''}${path.split('/').map(encodeURIComponent).join('/')}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      return await response.blob();
    } catch (cause) {
      throw new SonoscoreError(
        {
          kind: 'network-or-cors',
          retryable: true,
          message: `The sample's file “${path}” could not be fetched from this site: check the connection and try again.`,
        },
        { cause },
      );
    }
  }
}
