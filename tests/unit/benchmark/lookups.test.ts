import { describe, expect, test } from 'vitest';

import { durationBin, keptQuestions, videoOf, youtubeIdOf } from '../../../src/domain/benchmark/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion } from '../builders.ts';

test('only kept questions are scored, in their order', () => {
  const benchmark = aBenchmark([aQuestion({ number: 1, keep: false }), aQuestion({ number: 2 }), aFreeQuestion()]);
  expect(keptQuestions(benchmark).map(({ id }) => id)).toEqual(['mcq/femoral_vein/2', 'free/femoral_vein/1']);
});

test('a question knows its Video, a stranger has none', () => {
  const benchmark = aBenchmark([aQuestion()]);
  expect(videoOf(benchmark, aQuestion())?.key).toBe('femoral_vein');
  expect(videoOf(benchmark, aQuestion({ videoKey: 'elsewhere' }))).toBeUndefined();
});

test.each([
  [0.42, 'under-5'],
  [4.99, 'under-5'],
  [5, '5-to-10'],
  [10, '10-to-20'],
  [19.9, '10-to-20'],
  [20, '20-and-over'],
])('%f seconds are %s', (endSeconds, bin) => {
  expect(durationBin(aQuestion({ endSeconds }))).toBe(bin);
});

test('a clamped window counts by its printed end', () => {
  expect(durationBin(aQuestion({ endSeconds: 9.98, printedEndSeconds: 10.01 }))).toBe('10-to-20');
});

describe('YouTube addresses', () => {
  test.each([
    'https://www.youtube.com/watch?v=abcdefgh-_0',
    'http://youtube.com/watch?feature=share&v=abcdefgh-_0&t=3s',
    'https://m.youtube.com/watch?v=abcdefgh-_0#t=3',
    'youtu.be/abcdefgh-_0?si=x',
    'https://www.youtube.com/embed/abcdefgh-_0',
    'https://www.youtube.com/shorts/abcdefgh-_0',
    ' https://www.youtube-nocookie.com/embed/abcdefgh-_0 ',
  ])('%s', (url) => {
    expect(youtubeIdOf(url)).toBe('abcdefgh-_0');
  });

  test.each([
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=abcdefgh-_0toolong',
    'https://www.youtube.com/channel/abcdefgh-_0',
    'https://youtube.com.example.org/watch?v=abcdefgh-_0',
    'https://example.org/?u=https://youtu.be/abcdefgh-_0',
    '',
  ])('not %s', (url) => {
    expect(youtubeIdOf(url)).toBeUndefined();
  });
});
