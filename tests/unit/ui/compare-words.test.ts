import { expect, test } from 'vitest';

import { aBenchmark, aRun, aRunConfig } from '../builders.ts';
import { caveats, pWords, separationWords, signed, tiedSentences } from '../../../src/ui/compare-words.ts';
import { namesOf } from '../../../src/ui/run-names.ts';

test('differences have their sign, and what is rounded to nothing has none', () => {
  expect(signed(0.1084, 'multiple-choice')).toBe('+10.8 points');
  expect(signed(-0.166, 'free-response')).toBe('−0.17');
  expect(signed(-0.0001, 'multiple-choice')).toBe('0.0 points');
  expect([pWords(0.0004), pWords(0.0412), pWords(undefined)]).toEqual(['< 0.001', '0.041', 'too few']);
});

test('tied runs are named in groups, which may overlap', () => {
  const ranking = ['a', 'b', 'c'].map((name) => ({ name, mean: 0 }));
  const said = (groups: readonly (readonly string[])[]) =>
    tiedSentences({ ranking, comparisons: [], groups }, (id) => id.toUpperCase());
  expect(
    said([
      ['a', 'b'],
      ['b', 'c'],
    ]),
  ).toEqual([
    'A and B are tied: the questions do not tell them apart.',
    'B and C are tied: the questions do not tell them apart.',
  ]);
  expect(said([['a'], ['b', 'c']])[0]).toBe('A stands apart from the others.');
  expect(said([['a'], ['b'], ['c']])).toEqual(['The questions tell every two of them apart.']);
  expect(separationWords({ moreQuestions: 1, moreClusters: 0, power: 0.8 }, 'A', 'B')).toMatch(
    /about 1 more question of this make-up from 0 more source videos would tell A from B, with a chance of 80 %/,
  );
});

test('only judges of free-response answers are held against each other', () => {
  const benchmark = aBenchmark();
  const judge = { model: aRunConfig().model, protocol: { id: 'sonoscore', version: '1' }, strict: false } as const;
  if (judge.model.kind !== 'provider') throw new Error('The usual model is at an endpoint.');
  const judged = aRun(benchmark, { config: aRunConfig({ judge: { ...judge, model: judge.model } }) });
  const baseline = aRun(benchmark, { config: aRunConfig({ model: { kind: 'baseline', baseline: 'always-A' } }) });
  expect(caveats([judged, baseline])).toEqual([]);
  expect(caveats([judged, aRun(benchmark)])).toEqual([expect.stringMatching(/different judges/)]);
});

test('prompts and what was shown are held against each other among models alone, in words within a sentence', () => {
  const benchmark = aBenchmark();
  const kinds = ['multiple-choice'] as const;
  const reference = { id: 'reference', version: '1' } as const;
  const blind = aRun(benchmark, { config: aRunConfig({ kinds, condition: 'text-only', protocol: reference }) });
  const baseline = aRun(benchmark, {
    config: aRunConfig({ kinds, model: { kind: 'baseline', baseline: 'always-A' } }),
  });
  expect(caveats([blind, baseline])).toEqual([]);
  expect(caveats([blind, aRun(benchmark, { config: aRunConfig({ kinds }) })])).toEqual([
    'They were asked with different prompts: the reference’s and Sonoscore’s own.',
    'They were shown different things: text only (blind) and video.',
  ]);
});

test('runs of one model are told apart by what differs, and by a number where nothing does', () => {
  const benchmark = aBenchmark();
  const run = (id: string, over: Parameters<typeof aRunConfig>[0] = {}) =>
    aRun(benchmark, { id, config: aRunConfig(over) });
  const names = namesOf([
    run('1'),
    run('2', { condition: 'text-only' }),
    run('3', { optionOrder: 'seeded' }),
    run('4'),
  ]);
  expect([...names.values()]).toEqual([
    'stand-in (video; options as printed)',
    'stand-in (text only (blind))',
    'stand-in (video; options shuffled by the seed)',
    'stand-in (video; options as printed), 2',
  ]);
});
