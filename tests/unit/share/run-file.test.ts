import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readRunFile, runToCsv, writeRunFile } from '../../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../builders.ts';

const question = aQuestion();
const free = aFreeQuestion();
const benchmark = aBenchmark([question, free]);
const run = aRun(benchmark);
const attempts = [
  anAttempt(question, 'correct', {
    reply: aReply('=HYPERLINK("http://x.example")'),
    prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 1 },
    note: { text: 'A case for the class.', at: '2025-01-02T00:00:00.000Z' },
    optionOrder: [3, 1, 2, 0],
    readings: { robust: 'B', reference: 'A' },
  }),
  anAttempt(free, 'partly-correct', {
    reply: aReply('It gives way,\n"fully".', { notes: ['sent every 2nd frame'] }),
    prediction: { kind: 'text', text: 'It gives way,\n"fully".' },
    verdict: aVerdict(1),
    override: { score: 2, errorType: 'none', note: '=both are said', at: '2025-01-02T00:00:00.000Z' },
  }),
  anAttempt(free, 'failed', {
    epoch: 1,
    failure: { kind: 'timeout', retryable: true, waitMs: undefined, message: 'No answer came in ten minutes.' },
  }),
];

test('a run comes back from its file as it was', async () => {
  const parsed = await readRunFile(await writeRunFile(run, attempts));
  expect(parsed).toEqual({ kind: 'run', run, attempts });
});

test('a changed file is refused whole, wherever it was changed', async () => {
  const text = await writeRunFile(run, attempts);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: text.length - 1 }),
      fc.constantFrom('0', 'x', '"', ''),
      async (at, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + 1);
        const parsed = await readRunFile(changed);
        if (changed === text) expect(parsed.kind).toBe('run');
        else expect(parsed.kind).not.toBe('run');
      },
    ),
    { numRuns: 300 },
  );
});

test('newer, foreign and half-true files get a sentence', async () => {
  expect(await readRunFile('{"a":1}')).toEqual({ kind: 'other' });
  expect(await readRunFile('no JSON')).toMatchObject({ kind: 'not-json' });
  const newer = await readRunFile(JSON.stringify({ format: 'sonoscore-run', formatVersion: 2 }));
  expect(newer).toMatchObject({ kind: 'broken', message: expect.stringMatching(/newer Sonoscore/) });
  const stranger = await readRunFile(await writeRunFile(run, [{ ...attempts[0]!, runId: 'another' }]));
  expect(stranger).toMatchObject({ kind: 'broken', message: expect.stringMatching(/not the run’s own/) });
});

test('the CSV has a line for each attempt, in printed letters, and nothing that a spreadsheet would calculate', () => {
  const csv = runToCsv(benchmark, run, attempts);
  const lines = csv.split('\r\n');
  expect(lines).toHaveLength(1 + attempts.length + 1);
  expect(lines[1]).toContain(`mcq/femoral_vein/1,0,multiple-choice,1`);
  expect(lines[1]).toContain(',correct,B,');
  expect(csv).toContain(`"'=HYPERLINK(""http://x.example"")"`);
  // Both readings, as the options are printed: what was shown as A is D.
  expect(lines[0]).toMatch(
    /,read by this page’s rule,read by the reference’s rule,votes for each option \(as printed\)$/,
  );
  expect(lines[1]).toMatch(/,B,D,$/);
  expect(csv).toContain('"It gives way,\n""fully""."');
  // The judge's own score stays beside the person's.
  expect(csv).toContain(",Said so.,2,none,'=both are said,");
  expect(lines[3]).toContain('failed');
});

test('whatever stands before a formula sign, the cell is told to be text', () => {
  const starts = fc.constantFrom('=', '+', '-', '@', '\t=', '\r+', '  =', '\n@', '＝', ' ＋');
  fc.assert(
    fc.property(starts, fc.string({ unit: 'grapheme' }), (start, rest) => {
      const csv = runToCsv(benchmark, run, [anAttempt(question, 'incorrect', { reply: aReply(start + rest) })]);
      expect(csv).toContain(`'${(start + rest).replaceAll('"', '""')}`);
    }),
  );
});
