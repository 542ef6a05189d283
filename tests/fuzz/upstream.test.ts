import fc from 'fast-check';
import { expect, test } from 'vitest';

import { keptQuestions } from '../../src/domain/benchmark/index.ts';
import { buildReport } from '../../src/domain/report/index.ts';
import { exportUpstream, groupUpstream, importUpstream } from '../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../unit/builders.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedJsonText } from './mutations.ts';

const questions = [aQuestion(), aQuestion({ number: 2, answer: 'C' }), aFreeQuestion()];
const benchmark = aBenchmark(questions);
const base = exportUpstream(
  benchmark,
  aRun(benchmark),
  questions.map((question) =>
    anAttempt(question, question.kind === 'multiple-choice' ? 'correct' : 'partly-correct', {
      reply: aReply('Answer: B'),
      ...(question.kind === 'multiple-choice'
        ? { prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 1 } }
        : { prediction: { kind: 'text', text: 'It gives way.' }, verdict: aVerdict(1) }),
    }),
  ),
).map(({ path, text }) => ({ path: `some-model/${path}`, text }));

const folder = fc.constantFrom('', 'epoch_0/', 'epoch_999999/', '../', '/', 'a\\', 'mcq/', 'free_final/', '__proto__/');
const hostile = fc
  .tuple(fc.nat({ max: base.length - 1 }), folder)
  .chain(([which, where]) =>
    changedJsonText(JSON.parse(base[which]!.text)).map((text) =>
      base.map(({ path, text: whole }, at) =>
        at === which ? { path: `${where}${path}`, text } : { path, text: whole },
      ),
    ),
  );

test('changed result files give a run that can be reported on, or sentences', async () => {
  const kept = new Set(keptQuestions(benchmark).map(({ id }) => id));
  await forCases(hostile, (files) => {
    for (const group of groupUpstream(files)) {
      const { run, attempts, problems } = importUpstream(benchmark, group.files, {
        id: 'imported',
        now: '2026-01-01T00:00:00.000Z',
        name: group.name,
      });
      expect(run !== undefined || problems.length > 0).toBe(true);
      for (const { message } of problems) expect(message).toMatch(SENTENCE);
      for (const { questionId } of attempts) expect(kept).toContain(questionId);
      if (run !== undefined) expect(buildReport(benchmark, run, attempts)).toBeDefined();
    }
  });
});
