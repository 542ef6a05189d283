import { SonoscoreError } from '../../app/index.ts';

export type BenchmarkAddress =
  | { readonly kind: 'zip'; readonly url: URL }
  | { readonly kind: 'repository'; readonly repository: string; readonly ref: string };

const NAMED = /^([\w.-]+\/[\w.-]+)@([\w./-]+)$/;
const ON_GITHUB = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/(?:tree|commit)\/([\w./-]+?))?\/?$/;

/**
 * What somebody typed to load a benchmark from: a zip archive's address, `owner/name@commit`, or GitHub's page of one.
 * @throws {SonoscoreError} one sentence
 */
export function parseAddress(text: string): BenchmarkAddress {
  const trimmed = text.trim();
  const named = NAMED.exec(trimmed) ?? ON_GITHUB.exec(trimmed);
  if (named !== null) {
    const [, repository = '', ref] = named;
    if (ref === undefined)
      throw wrong(`Say which commit: ${repository}@… and its number, so that it stays the same benchmark.`);
    return { kind: 'repository', repository, ref };
  }
  const url = URL.parse(trimmed);
  if (url === null) throw wrong('Write the address of a zip archive, beginning with https://, or owner/name@commit.');
  const isOwnMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine))
    throw wrong('Only addresses that begin with https:// can be read, or http:// on this computer.');
  return { kind: 'zip', url };
}

function wrong(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}
