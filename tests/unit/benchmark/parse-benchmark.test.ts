import { describe, expect, test } from 'vitest';

import { parseBenchmark, type BenchmarkFile, type ParsedBenchmark } from '../../../src/domain/benchmark/index.ts';
import { sha256 } from '../shared-files.ts';
import { rawChoice, rawFree, rawVideo, smallBenchmark } from './small-benchmark.ts';

function parse(files: readonly BenchmarkFile[] = smallBenchmark()): Promise<ParsedBenchmark> {
  return parseBenchmark({ name: 'small', origin: { kind: 'files', name: 'small' }, files }, sha256);
}

/** Three questions of which the second is `wrong`. */
function parseAmong(wrong: Record<string, unknown>): Promise<ParsedBenchmark> {
  return parse(smallBenchmark({ mcq: { groin: [rawChoice(), rawChoice(wrong), rawChoice()] } }));
}

describe('a benchmark without faults', () => {
  test('gives both kinds of question, the Video and its source video', async () => {
    const { benchmark, problems } = await parse();
    expect(problems).toEqual([]);
    expect(benchmark?.questions).toEqual([
      {
        kind: 'multiple-choice',
        id: 'mcq/groin/1',
        videoKey: 'groin',
        sourceKey: 'abcdefghij0',
        number: 1,
        file: 'mcq/groin.json',
        type: 1,
        startSeconds: 1.5,
        endSeconds: 6,
        printedEndSeconds: undefined,
        keep: true,
        evidence: 'The vein gives way.',
        printed: '[MCQ] What is pressed?\nA. The artery\nB. The vein\nC. The nerve\nD. The tendon',
        stem: 'What is pressed?',
        options: [
          { letter: 'A', text: 'The artery' },
          { letter: 'B', text: 'The vein' },
          { letter: 'C', text: 'The nerve' },
          { letter: 'D', text: 'The tendon' },
        ],
        optionForm: 'full-stop',
        answer: 'B',
      },
      expect.objectContaining({
        kind: 'free-response',
        id: 'free/groin/1',
        type: 3,
        stem: 'Why does the operator press here?',
        answer: 'To see that the vein is empty of clot.',
      }),
    ]);
    expect(benchmark?.videos).toEqual([
      {
        key: 'groin',
        sourceKey: 'abcdefghij0',
        startSeconds: 10,
        endSeconds: 70,
        roi: { unit: 'proportion', x: 0.25, y: 0.1, width: 0.5, height: 0.9 },
      },
    ]);
    expect(benchmark?.sourceVideos).toEqual([
      {
        key: 'abcdefghij0',
        location: {
          kind: 'youtube',
          youtubeId: 'abcdefghij0',
          url: 'https://www.youtube.com/watch?v=abcdefghij0',
        },
        videoKeys: ['groin'],
      },
    ]);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'options with brackets',
      { question: '[MCQ] Which?\nA) one\nB) two', answer: 'b)' },
      { optionForm: 'bracket', answer: 'B' },
    ],
    ['an answer with its text', { answer: 'C. The nerve' }, { answer: 'C' }],
    [
      'an option over two lines',
      { question: '[MCQ] Which?\nA. one\nand more\nB. two' },
      {
        options: [
          { letter: 'A', text: 'one\nand more' },
          { letter: 'B', text: 'two' },
        ],
      },
    ],
    [
      'a line that begins with another letter',
      { question: '[MCQ] Which?\nA. vitamin\nD. three\nB. two' },
      {
        options: [
          { letter: 'A', text: 'vitamin\nD. three' },
          { letter: 'B', text: 'two' },
        ],
      },
    ],
    ['no prefix in the folder mcq', { question: 'Which?\nA. one\nB. two' }, { stem: 'Which?' }],
    ['an old type name', { question_type: 'Type4_DisambiguationSafetyDecision' }, { type: 2 }],
    ['the other old type name', { question_type: 'Type2_OptimizationTroubleshooting' }, { type: 2 }],
    ['no keep', { keep: undefined }, { keep: true }],
    ['keep false', { keep: false }, { keep: false }],
    ['no evidence', { groundtruth: undefined }, { evidence: '' }],
    ['an end past the Video’s', { time_end: 61 }, { endSeconds: 60, printedEndSeconds: 61 }],
  ])('takes %s', async (_, overrides, expected) => {
    const { benchmark, problems } = await parse(smallBenchmark({ mcq: { groin: [rawChoice(overrides)] } }));
    expect(problems).toEqual([]);
    expect(benchmark?.questions[0]).toMatchObject(expected);
  });

  test('finds a Video whose key ends in _CC, and keeps the name of the questions', async () => {
    const { benchmark, problems } = await parse(
      smallBenchmark({ mcq: { 'a b': [rawChoice()] }, free: {}, metadata: { 'a b_CC': rawVideo() } }),
    );
    expect(problems).toEqual([]);
    expect(benchmark?.videos[0]?.key).toBe('a b');
  });

  test('puts Videos of one source video together, whatever form its address has', async () => {
    const { benchmark } = await parse(
      smallBenchmark({
        mcq: { two: [rawChoice()], one: [rawChoice()] },
        free: {},
        metadata: {
          one: rawVideo(),
          two: rawVideo({ youtube_url: 'https://youtu.be/abcdefghij0?t=3' }),
          unused: rawVideo(),
        },
      }),
    );
    expect(benchmark?.videos.map(({ key }) => key)).toEqual(['one', 'two']);
    expect(benchmark?.sourceVideos.map(({ videoKeys }) => videoKeys)).toEqual([['one', 'two']]);
  });

  test('takes a file instead of an address, a region in pixels, or none', async () => {
    const { benchmark, problems } = await parse(
      smallBenchmark({
        mcq: { one: [rawChoice()], two: [rawChoice()] },
        free: {},
        metadata: {
          one: rawVideo({ youtube_url: undefined, file: './clips/one.mp4', roi: { x: 8.9, y: 0, w: 640, h: 480 } }),
          two: rawVideo({ youtube_url: undefined, file: 'clips/two.mp4', roi: undefined, start_time: undefined }),
        },
      }),
    );
    expect(problems).toEqual([]);
    expect(benchmark?.sourceVideos[0]?.location).toEqual({ kind: 'file', path: 'clips/one.mp4' });
    expect(benchmark?.videos.map(({ roi, startSeconds }) => [roi, startSeconds])).toEqual([
      [{ unit: 'pixel', x: 8, y: 0, width: 640, height: 480 }, 10],
      [undefined, 0],
    ]);
  });

  test('tells the kinds apart by prefix where no folder does', async () => {
    const { benchmark, problems } = await parse([
      { path: 'groin.json', text: JSON.stringify([rawFree(), rawChoice()]) },
      { path: 'video_metadata.json', text: JSON.stringify({ groin: rawVideo() }) },
    ]);
    expect(problems).toEqual([]);
    expect(benchmark?.questions.map(({ id }) => id)).toEqual(['free/groin/1', 'mcq/groin/2']);
  });

  test('passes over results and annotations that lie beside it', async () => {
    const beside = ['gt_all/gt_groin.json', 'results/score_pred_groin.json', 'results/pred_groin.json', 'README.md'];
    const { problems } = await parse([
      ...smallBenchmark(),
      ...beside.map((path) => ({ path, text: JSON.stringify([rawChoice()]) })),
      { path: 'results/batch_summary.json', text: '{"total_items": 1}' },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('what is wrong with a question', () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['no options', { question: '[MCQ] What is pressed?' }, 'question', /no options/],
    ['options on one line', { question: '[MCQ] What? A. one B. two' }, 'question', /no options/],
    ['one option', { question: '[MCQ] What?\nA. one' }, 'question', /only one/],
    ['an empty option', { question: '[MCQ] What?\nA. one\nB.\nC. three' }, 'question', /empty option B/],
    ['mixed forms', { question: '[MCQ] What?\nA. one\nB) two' }, 'question', /mixes/],
    ['the same option twice', { question: '[MCQ] What?\nA. one\nB. one' }, 'question', /same text in options A and B/],
    ['no stem', { question: '[MCQ] \nA. one\nB. two' }, 'question', /asks nothing/],
    ['the other kind’s prefix', { question: '[FREE] What?' }, 'question', /\[FREE\] in the folder mcq/],
    ['an answer outside the options', { answer: 'E' }, 'answer', /"E".*A to D/],
    ['an answer that is no letter', { answer: 'the vein' }, 'answer', /none of the options/],
    ['an empty answer', { answer: '' }, 'answer', /none of the options/],
    ['a window before zero', { time_start: -1 }, 'time_start', /before zero/],
    ['an end before the start', { time_start: 6, time_end: 5 }, 'time_end', /not after time_start/],
    ['an end at the start', { time_start: 6 }, 'time_end', /not after time_start/],
    ['a window past the Video', { time_start: 60, time_end: 65 }, 'time_start', /after the end of its Video/],
    ['a type nobody knows', { question_type: 'Type9_Other' }, 'question_type', /no known type/],
    ['a time that is text', { time_end: '6' }, 'time_end', /must be a number/],
    ['a keep that is text', { keep: 'yes' }, 'keep', /true or false/],
    ['a question that is a number', { question: 7 }, 'question', /must be text/],
    ['no answer field', { answer: undefined }, 'answer', /is missing/],
    ['no type field', { question_type: undefined }, 'question_type', /is missing/],
  ])('%s: names file, number and field, and loads the rest', async (_, wrong, field, message) => {
    const { benchmark, problems } = await parseAmong(wrong);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'benchmark_questions/mcq/groin.json', questionNumber: 2, field });
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.message).toMatch(/left out\.$/);
    expect(benchmark?.questions.map(({ id }) => id)).toEqual(['mcq/groin/1', 'mcq/groin/3', 'free/groin/1']);
  });

  test('says every fault of one question', async () => {
    const { problems } = await parseAmong({ answer: 'E', time_start: -1, question_type: 'x' });
    expect(problems.map(({ field }) => field).sort()).toEqual(['answer', 'question_type', 'time_start']);
  });

  test('an entry that is no object', async () => {
    const { problems } = await parse(smallBenchmark({ mcq: { groin: [rawChoice(), 'text', null] } }));
    expect(problems.map(({ questionNumber, field }) => [questionNumber, field])).toEqual([
      [2, undefined],
      [3, undefined],
    ]);
  });

  test('a number too large for JSON to hold', async () => {
    const files = smallBenchmark().map((file) => ({
      ...file,
      text: file.text.replace('"time_end":6', '"time_end":1e999'),
    }));
    const { problems } = await parse(files);
    expect(problems.map(({ field, message }) => [field, message.includes('finite')])).toEqual([
      ['time_end', true],
      ['time_end', true],
    ]);
  });

  test('a prefix and folder that say nothing', async () => {
    const { benchmark, problems } = await parse([
      { path: 'groin.json', text: JSON.stringify([rawFree({ question: 'Why?' })]) },
      { path: 'video_metadata.json', text: JSON.stringify({ groin: rawVideo() }) },
    ]);
    expect(benchmark).toBeUndefined();
    expect(problems[0]?.message).toMatch(/neither \[MCQ\] nor \[FREE\]/);
  });
});

describe('what is wrong with the metadata', () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      'a region outside the frame',
      { roi: { x_prop: 0.6, y_prop: 0, w_prop: 0.5, h_prop: 1 } },
      'roi',
      /outside the frame/,
    ],
    ['a region before the frame', { roi: { x: -1, y: 0, w: 10, h: 10 } }, 'roi', /outside the frame/],
    ['a region without area', { roi: { x: 0, y: 0, w: 0, h: 10 } }, 'roi', /no area/],
    ['a region with a gap', { roi: { x_prop: 0, y_prop: 0, w_prop: 1 } }, 'roi.h_prop', /is missing/],
    ['a region that is text', { roi: 'all' }, 'roi', /must be an object/],
    ['an end before the start', { end_time: 9 }, 'end_time', /not after start_time/],
    ['no end', { end_time: undefined }, 'end_time', /is missing/],
    ['all of it before zero', { start_time: -5, end_time: -1 }, 'start_time', /\(-5\) is before zero/],
    ['an end at zero', { start_time: 0, end_time: 0 }, 'end_time', /not after the source video's start/],
    ['a start that is text', { start_time: 'soon' }, 'start_time', /must be a number/],
    [
      'an address elsewhere',
      { youtube_url: 'https://example.org/watch?v=abcdefghij0' },
      'youtube_url',
      /not the address/,
    ],
    ['neither address nor file', { youtube_url: undefined }, 'youtube_url', /no file instead/],
    ['both address and file', { file: 'a.mp4' }, 'file', /one or the other/],
    ['a path that climbs', { youtube_url: undefined, file: 'a/../../b.mp4' }, 'file', /below the metadata file/],
    ['a file with a scheme', { youtube_url: undefined, file: 'https://example.org/b.mp4' }, 'file', /without a scheme/],
  ])('%s: names the entry, and loads the other Videos', async (_, wrong, field, message) => {
    const { benchmark, problems } = await parse(
      smallBenchmark({
        mcq: { groin: [rawChoice()], knee: [rawChoice()] },
        metadata: { groin: rawVideo(wrong), knee: rawVideo() },
      }),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'video_metadata_new.json', field });
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.message).toContain('"groin" are left out');
    expect(benchmark?.questions.map(({ id }) => id)).toEqual(['mcq/knee/1']);
  });

  test('a Video that is not in it', async () => {
    const { benchmark, problems } = await parse(smallBenchmark({ mcq: { groin: [rawChoice()], knee: [rawChoice()] } }));
    expect(problems).toEqual([
      { file: 'benchmark_questions/mcq/knee.json', message: expect.stringContaining('no entry "knee"') },
    ]);
    expect(benchmark?.questions).toHaveLength(2);
  });

  test('is not there at all', async () => {
    const { benchmark, problems } = await parse(smallBenchmark().slice(0, 2));
    expect(benchmark).toBeUndefined();
    expect(problems[0]?.message).toContain('choose video_metadata_new.json');
  });
});

describe('what is wrong with files', () => {
  test.each([
    ['text cut short', '[{"question": "[MCQ]', /Not valid JSON/],
    ['another list', '[{"start": 1}]', /No benchmark/],
    ['an empty list', '[]', /No benchmark/],
    ['a number', '7', /No benchmark/],
    ['settings', '{"name": "x", "version": "1"}', /No benchmark/],
    ['nothing', '', /Not valid JSON/],
  ])('%s: is named, and the rest loads', async (_, text, message) => {
    const { benchmark, problems } = await parse([...smallBenchmark(), { path: 'other/odd.json', text }]);
    expect(problems).toEqual([{ file: 'other/odd.json', message: expect.stringMatching(message) }]);
    expect(benchmark?.questions).toHaveLength(2);
  });

  test('the same list twice is nothing, another of the same name is a Problem', async () => {
    const again = smallBenchmark()[0]!;
    const twice = await parse([...smallBenchmark(), { ...again, path: `copy/${again.path}` }]);
    expect(twice.problems).toEqual([]);
    const other = { path: 'copy/mcq/groin.json', text: JSON.stringify([rawChoice({ answer: 'A' })]) };
    const differs = await parse([...smallBenchmark(), other]);
    expect(differs.problems).toEqual([
      { file: 'copy/mcq/groin.json', message: expect.stringContaining('benchmark_questions/mcq/groin.json') },
    ]);
    expect(differs.benchmark).toEqual(twice.benchmark);
  });

  test('two files of metadata that differ about a Video', async () => {
    const other = { path: 'video_metadata_old.json', text: JSON.stringify({ groin: rawVideo({ end_time: 80 }) }) };
    const { benchmark, problems } = await parse([...smallBenchmark(), other]);
    expect(problems).toEqual([
      { file: 'video_metadata_old.json', message: expect.stringContaining('described otherwise') },
    ]);
    expect(benchmark?.videos[0]?.endSeconds).toBe(70);
  });

  test('questions of which none can be used are counted', async () => {
    const faulty = { mcq: { groin: [rawChoice({ answer: 'E' }), 7] }, free: { groin: [rawFree({ answer: '' })] } };
    expect(await parse(smallBenchmark(faulty))).toMatchObject({ benchmark: undefined, unusableCount: 3 });
    expect(await parse(smallBenchmark().slice(0, 2))).toMatchObject({ benchmark: undefined, unusableCount: 2 });
    expect(await parse(smallBenchmark())).not.toHaveProperty('unusableCount');
  });

  test('no questions among them', async () => {
    const { benchmark, problems, unusableCount } = await parse([{ path: 'notes.txt', text: 'hello' }]);
    expect(benchmark).toBeUndefined();
    expect(unusableCount).toBeUndefined();
    expect(problems).toEqual([{ file: 'small', message: expect.stringContaining('no benchmark') }]);
  });
});

test('the digest changes with any content that scores depend on', async () => {
  const digest = async (files: readonly BenchmarkFile[]) => (await parse(files)).benchmark?.digest;
  const changed = [
    smallBenchmark({ mcq: { groin: [rawChoice({ answer: 'C' })] } }),
    smallBenchmark({ mcq: { groin: [rawChoice({ keep: false })] } }),
    smallBenchmark({ mcq: { groin: [rawChoice({ time_end: 7 })] } }),
    smallBenchmark({ mcq: { groin: [rawChoice({ groundtruth: 'Other.' })] } }),
    smallBenchmark({ free: { groin: [rawFree({ question: '[FREE] Why?' })] } }),
    smallBenchmark({ metadata: { groin: rawVideo({ start_time: 11 }) } }),
    smallBenchmark({ metadata: { groin: rawVideo({ roi: undefined }) } }),
    smallBenchmark(),
  ];
  expect(new Set(await Promise.all(changed.map(digest))).size).toBe(changed.length);
});
