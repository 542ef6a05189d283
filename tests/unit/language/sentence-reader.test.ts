import { describe, expect, test } from 'vitest';

import { compileCatalog } from '../../../scripts/translations/catalog.ts';
import { transform } from '../../../scripts/translations/transform.ts';
import { sha256 } from '../../../src/app/index.ts';
import { Breaker } from '../../../src/app/run/pace/breaker.ts';
import { parseBenchmark } from '../../../src/domain/benchmark/index.ts';
import { createReader } from '../../../src/language/sentence-reader.ts';
import { presets } from '../../../src/providers/index.ts';
import { readPermalink, readRunFile } from '../../../src/share/index.ts';

const { sayings } = await compileCatalog();
const read = createReader(sayings);
/** What is left of English in a sentence that holds these names. */
const left = (sentence: string, ...names: readonly string[]) =>
  names.reduce((text, name) => text.replaceAll(name, ''), read(sentence)).match(/[A-Za-z]{3,}/g) ?? [];

describe('sentences that are made outside the pages', () => {
  test('stay English where they are made, whatever is stored or sent of them', async () => {
    const script = `export const why = (name: string): string => \`The source video “\${name}” is not at hand.\`;`;
    const { code, messages } = await transform(script, 'src/media/some.ts');
    expect(code).toBeUndefined();
    expect(messages.map(({ text }) => text)).toEqual(['The source video “{0}” is not at hand.']);
  });

  test('each of the catalogue’s is known again with values in it, which keep their place', () => {
    const lost = sayings.flatMap(([english, chinese]) => {
      if (typeof english === 'string') return read(english) === chinese ? [] : [english];
      const say = (pieces: typeof english) =>
        pieces.map((piece) => (typeof piece === 'number' ? `${7 + piece}.5` : String(piece))).join('');
      // A pattern that is a name beside a name is too weak to stand alone.
      if (!/\p{L}{2}/u.test(say(english))) return [];
      const said = read(say(english));
      const numbers =
        typeof chinese === 'string' ? [] : chinese.flatMap((piece) => (typeof piece === 'number' ? [piece] : []));
      return said !== say(english) && numbers.every((piece) => said.includes(`${7 + piece}.5`)) ? [] : [say(english)];
    });
    expect(lost).toEqual([]);
  });

  test('a file that is no benchmark, and each fault of a question', async () => {
    const video = { youtube_url: 'https://www.youtube.com/watch?v=abcdefghij0', start_time: 10, end_time: 70 };
    const roi = { x_prop: 0, y_prop: 0, w_prop: 1, h_prop: 1 };
    const faulty = [
      {},
      { time_start: 'soon' },
      { time_start: 9, time_end: 3 },
      { time_start: -2 },
      { time_start: 900, time_end: 901 },
      { question_type: 'Type9' },
      { question: '[MCQ] What is seen?' },
      { question: '[MCQ] What is seen?\nA. one\nB) two' },
      { question: '[MCQ] What is seen?\nA. one\nB. one' },
      { answer: 'Z' },
    ].map((fault) => ({
      question: '[MCQ] What is seen?\nA. one\nB. two',
      answer: 'A',
      question_type: 'Type1_ActionGoalReasoning',
      time_start: 1,
      time_end: 3,
      groundtruth: 'It is one.',
      keep: true,
      ...fault,
    }));
    const files = [
      { path: 'benchmark_questions/mcq/groin.json', text: JSON.stringify([...faulty, 3]) },
      { path: 'benchmark_questions/mcq/knee.json', text: JSON.stringify(faulty) },
      { path: 'benchmark_questions/mcq/hip.json', text: JSON.stringify(faulty) },
      {
        path: 'video_metadata_new.json',
        text: JSON.stringify({
          groin: { ...video, roi },
          hip: { ...video, roi, youtube_url: undefined, start_time: 80 },
        }),
      },
      { path: 'other.json', text: '{"a":1}' },
    ];
    const { problems } = await parseBenchmark(
      { name: 'small', origin: { kind: 'files', name: 'small' }, files },
      sha256,
    );
    expect(problems.length).toBeGreaterThan(10);
    const names = ['youtube_url', 'start_time', 'end_time', 'question_type', 'groin', 'knee', 'hip', 'JSON', 'file'];
    for (const { message } of problems)
      expect(
        left(message, ...names, 'time_start', 'time_end', 'question_type', 'question', 'answer', 'keep', 'Type9'),
        message,
      ).toEqual([]);
  });

  test('a pause with the failure that it is for, and the service’s own words in it as they are', () => {
    const breaker = new Breaker();
    const failure = {
      kind: 'timeout',
      retryable: true,
      waitMs: undefined,
      message: 'Someone Ltd took too long by its own clock (deadline exceeded): try again, or choose a faster model.',
    } as const;
    let reason: string | undefined;
    for (let index = 0; index < 5; index++) reason = breaker.failed(failure, 0);
    expect(reason).toBeDefined();
    expect(left(reason ?? '', 'Someone Ltd', 'deadline exceeded')).toEqual([]);
    expect(read(reason ?? '')).toMatch(/^连续 5 个问题.*Someone Ltd.*deadline exceeded/);
  });

  test('links and run files that are refused, and what is said of presets', async () => {
    const refused = [await readPermalink('damaged'), await readPermalink('')];
    for (const reading of refused) if ('message' in reading) expect(left(reading.message), reading.message).toEqual([]);
    const file = await readRunFile('{"format":"sonoscore-run","formatVersion":99,"sha256":"0","content":{}}');
    if (file.kind === 'broken') expect(left(`This run file ${file.message}.`, 'Sonoscore')).toEqual([]);
    const notes = presets.flatMap(({ note }) => (note === undefined ? [] : [note]));
    expect(notes.length).toBeGreaterThan(5);
    for (const note of notes) expect(read(note), note).toMatch(/\p{Script=Han}/u);
  });

  test.each([
    'It is what somebody wrote: is it so?',
    'deadline exceeded',
    'https://example.org/a?b=c',
    '{"error": {"message": "no"}}',
    '',
  ])('what nobody translated stays as it is: %s', (text) => {
    expect(read(text)).toBe(text);
  });

  test('a long text of another is not searched for sentences', () => {
    const log = 'The clip was cancelled. '.repeat(400);
    expect(read(log)).toBe(log);
  });
});
