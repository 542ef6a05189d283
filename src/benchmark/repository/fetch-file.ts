import { pause, sha256, SonoscoreError } from '../../app/index.ts';
import type { Fetch } from '../load-sample.ts';
import type { ListedFile } from './manifest.ts';
import { fileUrl, type Mirrors } from './mirrors.ts';

export interface FetchPorts {
  readonly fetch: Fetch;
  readonly mirrors: Mirrors;
  /** Before the second round of tries; twice as long before the third. */
  readonly waitMs: number;
}

/** `changed`: every mirror gives other bytes than recorded. */
export type FetchedFile = { readonly kind: 'as-recorded' | 'changed'; readonly bytes: Uint8Array<ArrayBuffer> };

const ROUNDS = 3;
/** Files are small: a server that takes longer gives the next one its turn. */
const TIMEOUT_MS = 30_000;

type Answer = FetchedFile | { readonly kind: 'failed'; readonly why: string; readonly isFinal: boolean };

/**
 * One file, from whichever mirror gives it as recorded: up to three rounds over all of them.
 * @throws {SonoscoreError} `network-or-cors`, where no mirror gives it
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function fetchFile(file: ListedFile, ports: FetchPorts, signal: AbortSignal): Promise<FetchedFile> {
  let changed: FetchedFile | undefined;
  let why = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await pause(ports.waitMs * round, signal);
    const answers: Answer[] = [];
    for (const mirror of ports.mirrors.inOrder()) {
      // What was wrong once may lie in the browser's cache.
      const answer = await ask(fileUrl(mirror, file.path), file, ports.fetch, round > 0, signal);
      answers.push(answer);
      if (answer.kind === 'failed') {
        ports.mirrors.failed(mirror);
        why = answer.why;
        continue;
      }
      ports.mirrors.answered(mirror);
      if (answer.kind === 'as-recorded') return answer;
      changed = answer;
    }
    const isSettled = answers.every(
      (answer) => answer.kind === 'changed' || (answer.kind === 'failed' && answer.isFinal),
    );
    if (isSettled && round > 0) break;
  }
  if (changed !== undefined) return changed;
  throw new SonoscoreError({
    kind: 'network-or-cors',
    retryable: true,
    message: `“${file.path}” came from no mirror (${why}): check the connection and the mirrors’ addresses, then try again.`,
  });
}

async function ask(
  url: string,
  file: ListedFile,
  fetch: Fetch,
  isAgain: boolean,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, {
      signal: limited,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(isAgain ? { cache: 'reload' } : {}),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isFinal =
        response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429;
      return { kind: 'failed', why: `status ${response.status}`, isFinal };
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isSame = bytes.length === file.sizeBytes && (await sha256(bytes)) === file.sha256;
    return { kind: isSame ? 'as-recorded' : 'changed', bytes };
  } catch (error) {
    signal.throwIfAborted();
    // Without cryptography nothing can be checked, however often it is asked for.
    if (error instanceof SonoscoreError) throw error;
    return { kind: 'failed', why: 'no answer', isFinal: false };
  }
}
