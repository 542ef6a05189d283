import { SonoscoreError, type RemoteFiles } from '../app/index.ts';

/** A run with every reply of 514 questions is a few megabytes. */
const MOST_BYTES = 200_000_000;

/** Fetches a file from wherever somebody says, without cookies and without telling where it is asked from. */
export function createRemoteFiles({ fetch }: { readonly fetch: typeof globalThis.fetch }): RemoteFiles {
  return {
    async fetch(url, signal, onProgress) {
      const { hostname, pathname } = new URL(url);
      const response = await fetch(url, {
        signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw fault(
          'network-or-cors',
          `Nothing could be fetched from ${hostname}: it cannot be reached, or it does not let other pages read its files (CORS). Save the file and import it on the start page instead.`,
          error,
        );
      });
      if (!response.ok) throw fault('server', `${hostname} answered with ${response.status}: check the address.`);
      const total = Number(response.headers.get('content-length') ?? Number.NaN);
      const totalBytes = Number.isFinite(total) && total > 0 ? total : undefined;
      if (totalBytes !== undefined && totalBytes > MOST_BYTES) throw tooLarge(hostname);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      const reader = response.body?.getReader();
      for (;;) {
        const read = await reader?.read().catch((error: unknown) => {
          signal.throwIfAborted();
          throw fault('network-or-cors', `The connection to ${hostname} broke off: try again.`, error);
        });
        signal.throwIfAborted();
        if (read?.value === undefined) break;
        bytes += read.value.length;
        if (bytes > MOST_BYTES) {
          await reader?.cancel();
          throw tooLarge(hostname);
        }
        parts.push(read.value);
        onProgress({ bytes, totalBytes });
      }
      return { path: fileName(pathname), blob: new Blob(parts) };
    },
  };
}

/** The last part of an address's path, for a person. */
function fileName(pathname: string): string {
  const last = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last).replace(/[\\/]/g, '_') || 'run.json';
  } catch {
    return last;
  }
}

function tooLarge(hostname: string): SonoscoreError {
  return fault(
    'too-large',
    `The file at ${hostname} is larger than ${MOST_BYTES / 1_000_000} MB: this is no run file.`,
  );
}

function fault(kind: 'network-or-cors' | 'server' | 'too-large', message: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError({ kind, retryable: kind !== 'too-large', message }, { cause });
}
