import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fitsBenchmark, openShared } from '../../src/domain/permalink/index.ts';
import { buildReport } from '../../src/domain/report/index.ts';
import { openSealed, sealBytes } from '../../src/share/permalink/envelope.ts';
import { readPermalink, writePermalink } from '../../src/share/index.ts';
import { anyShared, BENCHMARK } from '../unit/permalink/shared-arbitrary.ts';
import { forCases, SEED, SENTENCE } from './cases.ts';
import { changedBytes, changedText } from './mutations.ts';

const links = await Promise.all(fc.sample(anyShared, { seed: SEED, numRuns: 8 }).map(writePermalink));

test('a link that was changed is refused with a sentence, or is the same link', async () => {
  const hostile = fc.constantFrom(...links).chain((link) => changedText(link).map((changed) => ({ link, changed })));
  await forCases(hostile, async ({ link, changed }) => {
    const read = await readPermalink(changed);
    if (read.kind === 'result') expect(changed).toBe(link);
    else expect(read.message).toMatch(SENTENCE);
  });
});

test('a link that somebody sealed around other bytes gives a result within bounds, or a sentence', async () => {
  const bytes = await Promise.all(
    links.map(async (link) => {
      const opened = await openSealed(link);
      if (opened.kind !== 'whole') throw new Error('the links to change are whole');
      return opened.bytes;
    }),
  );
  const hostile = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...bytes).chain(changedBytes) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((random) => Uint8Array.from(random)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat({ max: 255 }), fc.nat({ max: 300 }))
        .map(([byte, length]) => new Uint8Array(length).fill(byte)),
    },
  );
  await forCases(hostile, async (changed) => {
    const read = await readPermalink(await sealBytes(changed));
    if (read.kind !== 'result') {
      expect(read.message).toMatch(SENTENCE);
      return;
    }
    const { result } = read;
    if (!fitsBenchmark(result, BENCHMARK)) return;
    for (const each of result.runs) {
      const { run, attempts } = openShared(result, each, BENCHMARK, 'shared');
      expect(buildReport(BENCHMARK, run, attempts)).toBeDefined();
    }
  });
});
