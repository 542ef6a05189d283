import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { type Deck, digestInDeckCode, readDeckCode } from '../../domain/classroom/index.ts';

/**
 * The Deck that a link holds, with its Benchmark from this browser, or the sample, which everybody has.
 * @throws {TypeError} one sentence, where the code was cut or altered, or its Benchmark is not here
 */
export async function deckOfLink(
  code: string,
  services: Services,
  findBenchmark: (digest: string) => Promise<Benchmark | undefined>,
): Promise<{ readonly deck: Deck; readonly benchmark: Benchmark }> {
  const digest = digestInDeckCode(code);
  const kept = (await services.benchmarks.listKept()).find((each) => each.digest.startsWith(digest));
  let benchmark = kept && (await findBenchmark(kept.digest));
  if (benchmark === undefined) {
    const sample = (await services.benchmarks.loadSample(new AbortController().signal)).benchmark;
    if (sample?.digest.startsWith(digest) === true) benchmark = sample;
  }
  if (benchmark === undefined)
    throw new TypeError(
      'The benchmark of this deck is not in this browser: open it on the start page, then open this link again.',
    );
  const read = readDeckCode(code, benchmark);
  return { deck: { formatVersion: 1, id: 'link', createdAt: '', ...read }, benchmark };
}
