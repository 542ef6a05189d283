import { expect, test } from 'vitest';

import { endLines, isAnswered, openedLines, stopWords } from '../../../scripts/evaluate/words.ts';
import { buildReport } from '../../../src/domain/report/index.ts';
import type { CallFailure } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aRun } from '../builders.ts';

const opened = { name: 'Knees', digest: '0'.repeat(64), keptQuestions: 3, videos: 2, sourceVideos: 2 };

test('what was opened is said with the source videos that are missing, and what cannot be used', () => {
  const problems = Array.from({ length: 22 }, (_, index) => ({
    file: 'mcq/knee.json',
    questionNumber: index + 1,
    message: 'It has no options.',
  }));
  const lines = openedLines({ ...opened, sourceVideosAtHand: 1, problems });
  expect(lines[0]).toBe('Knees: 3 questions; 1 of 2 source videos at hand.');
  expect(lines[1]).toBe('mcq/knee.json, question 1: It has no options.');
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe('… and 2 more like these.');
});

test('the end says the numbers and, once for each kind, why calls failed; what nobody judged is no 0', () => {
  const questions = [aQuestion({ id: 'mcq/knee/1' }), aQuestion({ id: 'mcq/knee/2' }), aFreeQuestion()];
  const benchmark = aBenchmark(questions);
  const run = aRun(benchmark);
  const failure: CallFailure = {
    kind: 'no-source-video',
    retryable: false,
    waitMs: undefined,
    message: 'The source video of “knee” is not at hand: attach it on the setup page, then go on with the run.',
  };
  const [first, second, free] = questions;
  const half = [anAttempt(first!, 'correct'), anAttempt(second!, 'failed', { failure }), anAttempt(free!, 'unjudged')];
  expect(endLines(buildReport(benchmark, run, half), half)).toEqual([
    expect.stringMatching(/^Accuracy, multiple choice: 50\.0 %, 95 % interval .*\(2 questions; 1 answer missing/),
    'Judge score, free response, of 2: no score (none of 1 question scored)',
    expect.stringMatching(/^Failed, no-source-video: The source video of “knee” is not at hand: give .*--videos/),
  ]);
  expect(isAnswered(half)).toBe(true);
  const none = [first!, second!].map((question) => anAttempt(question, 'failed', { failure }));
  expect(endLines(buildReport(benchmark, run, none), none).slice(-2)).toEqual([
    expect.stringMatching(/^Failed, no-source-video: .* \(and 1 more of this kind\)$/),
    'Nothing was measured: none of 2 calls was answered.',
  ]);
  expect(isAnswered(none)).toBe(false);
});

test('why a run stopped is said for a command line, where the page names its own buttons', () => {
  const failure: CallFailure = {
    kind: 'network-or-cors',
    retryable: true,
    waitMs: undefined,
    message: 'No answer from 127.0.0.1:9 reached this page: allow the browser’s question.',
  };
  const failed = anAttempt(aQuestion(), 'failed', { failure });
  const words = stopWords(`5 questions in a row failed: ${failure.message}`, [failed]);
  expect(words).toMatch(/^5 questions in a row failed: No answer from 127\.0\.0\.1:9 reached this page: .*--base-url/);
  expect(words).not.toContain('browser’s question');
  expect(stopWords('The next answer could pass the cap of $5.', [failed])).toBe(
    'The next answer could pass the cap of $5.',
  );
});
