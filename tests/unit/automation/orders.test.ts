import path from 'node:path';

import { expect, test } from 'vitest';

import { HELP } from '../../../scripts/evaluate/help.ts';
import { judgeKeyFor } from '../../../scripts/evaluate/judge-key.ts';
import { mistakeIn, type Orders, parseOrders } from '../../../scripts/evaluate/orders.ts';

function orders(...argv: readonly string[]): Orders {
  const parsed = parseOrders(argv, {});
  if (parsed.kind === 'help') throw new Error('help was not asked for');
  return parsed;
}

const mistake = (...argv: readonly string[]) => mistakeIn(orders(...argv), () => false);
const BASELINE = ['--provider', 'baseline'];

test('the benchmark is the sample, a place on this computer or an address', () => {
  expect(orders().benchmark).toEqual({ kind: 'sample' });
  expect(orders('--benchmark', 'some/folder').benchmark).toEqual({ kind: 'files', path: path.resolve('some/folder') });
  expect(orders('--benchmark', './owner/name@ref').benchmark.kind).toBe('files');
  for (const address of ['rexsonovqa', 'ReXSonoVQA', 'owner/name@0123abc'])
    expect(orders('--benchmark', address).benchmark).toEqual({ kind: 'address', address });
  expect(mistake('--benchmark', 'rexsonovqa', ...BASELINE)).toBeUndefined();
  expect(mistake('--benchmark', 'some/folder', ...BASELINE)).toMatch(/does not exist/);
});

test('published results come with their benchmark, and mirrors are its own', () => {
  expect(orders('--published', 'all')).toMatchObject({ published: 'all', benchmark: { address: 'rexsonovqa' } });
  expect(orders('--published', 'a, b').published).toEqual(['a', 'b']);
  expect(mistake('--published', 'all')).toBeUndefined();
  const mirrors = ['--mirror', 'http://127.0.0.1:9/x/', '--mirror', 'https://example.org/'];
  expect(mistake('--published', 'all', ...mirrors)).toBeUndefined();
  expect(orders('--published', 'all', ...mirrors).mirrors).toEqual(['http://127.0.0.1:9/x/', 'https://example.org/']);
  expect(mistake('--published', 'all', '--mirror', 'elsewhere')).toMatch(/^--mirror is an address/);
  expect(mistake('--benchmark', 'owner/name@main', ...mirrors, ...BASELINE)).toMatch(/goes with --benchmark/);
  expect(mistake('--published', 'all', '--benchmark', 'sample')).toMatch(/goes with --benchmark/);
  expect(mistake('--published', 'all', '--import', 'x')).toMatch(/does not exist|Give one of/);
});

test('every option of the help is taken', () => {
  const named = [...HELP.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name!);
  const values: Readonly<Record<string, string>> = {
    provider: 'gemini',
    protocol: 'reference',
    condition: 'options-only',
    'option-order': 'circular',
    parameter: 'fps=2',
    kinds: 'mcq,free',
    limit: '3',
    seed: '0',
    epochs: '2',
    port: '1',
    'judge-provider': 'qwen',
    cap: '5',
    price: '2,12',
    'judge-price': '0.5,1',
  };
  const given = [...new Set(named)].filter((name) => name !== 'help');
  const taken = orders(
    ...given.flatMap((name) =>
      ['judge-strict', 'ask-again'].includes(name) ? [`--${name}`] : [`--${name}`, values[name] ?? 'word'],
    ),
  );
  expect(taken.config).toMatchObject({
    model: { provider: 'gemini', modelId: 'word', baseUrl: 'word', parameters: { fps: 2 } },
    protocol: { id: 'reference' },
    condition: 'options-only',
    optionOrder: 'circular',
    kinds: ['multiple-choice', 'free-response'],
    limit: 3,
    seed: 0,
    epochs: 2,
    judge: {
      model: { provider: 'qwen', baseUrl: 'word', modelId: 'word' },
      protocol: { id: 'reference' },
      strict: true,
    },
  });
  expect(taken.budget).toEqual({
    capUsd: 5,
    price: { inputPerMillion: 2, outputPerMillion: 12 },
    judgePrice: { inputPerMillion: 0.5, outputPerMillion: 1 },
  });
  expect(() => orders('--limits', '3')).toThrow(/--limits/);
  expect(() => orders('--provider', 'gemini-3')).toThrow(/--provider is one of gemini, openai.*baseline/);
});

const ASKED = ['--model', 'm', '--base-url', 'https://one.example/v1'];

test('a cap is kept by prices that are given, or known of the service', () => {
  expect(() => orders(...ASKED, '--cap', '5')).toThrow(/--price IN,OUT/);
  expect(() => orders(...ASKED, '--price', '1,2')).toThrow(/give --cap/);
  for (const wrong of ['1', '1,', '1,2,3', '-1,2', 'x,y'])
    expect(() => orders(...ASKED, '--cap', '5', `--price=${wrong}`)).toThrow(/--price is two amounts/);
  for (const wrong of ['0', '-1', '1,5', 'all']) expect(() => orders(...ASKED, `--cap=${wrong}`)).toThrow(/--cap is/);
  const known = ['--provider', 'openai', '--base-url', 'https://api.openai.com/v1', '--model', 'gpt-6.1-sol'];
  expect(orders(...known, '--cap', '5').budget).toMatchObject({ capUsd: 5, price: { inputPerMillion: 2 } });
  expect(() => orders(...known, '--cap', '5', '--judge', 'other')).toThrow(/--judge-price IN,OUT/);
  expect(mistake(...known, '--cap', '5', '--batch-out', 'x.jsonl')).toMatch(/^--cap is kept while/);
});

test('the model’s key goes to a judge at the same service only', () => {
  const judged = (environment: NodeJS.ProcessEnv, ...more: readonly string[]) => {
    const parsed = parseOrders([...more, '--judge', 'j'], environment);
    return parsed.kind === 'help' ? undefined : judgeKeyFor(parsed.config.judge, parsed);
  };
  const key = { SONOSCORE_KEY: 'for one' };
  const elsewhere = ['--judge-base-url', 'https://two.example/v1'];
  expect(judged(key, ...ASKED)).toBe('for one');
  expect(judged(key, ...ASKED, '--judge-base-url', 'https://one.example/v2')).toBe('for one');
  expect(judged(key, ...ASKED, ...elsewhere)).toBeUndefined();
  expect(judged({ ...key, SONOSCORE_JUDGE_KEY: 'for two' }, ...ASKED, ...elsewhere)).toBe('for two');
  // Of a batch the model is asked by others: the key can be nobody's but the judge's.
  expect(judged(key, ...elsewhere)).toBe('for one');
});

test('what has no part in an order is not passed over', () => {
  expect(mistake('--published', 'all', '--judge', 'j')).toMatch(/leave out --judge/);
  expect(mistake('--model', 'm', '--provider', 'openai')).toMatch(/--base-url, such as https:\/\/api\.openai\.com\/v1/);
  expect(mistake(...ASKED, '--ask-again')).toBeUndefined();
  expect(mistake(...ASKED, '--ask-again', '--batch-out', 'x.jsonl')).toBeUndefined();
  const taken = mistakeIn(orders(...ASKED, '--ask-again', '--batch-in', 'x.jsonl'), () => true);
  expect(taken).toMatch(/^--ask-again is for/);
  const relayed = parseOrders(ASKED, { SONOSCORE_RELAY: 'http://127.0.0.1:8787/t/abc/api/qwen-china' });
  expect(relayed.kind === 'evaluate' ? mistakeIn(relayed, () => true) : '').toMatch(/^SONOSCORE_RELAY is/);
});

test('names on the command line are meant from the folder where it was given', () => {
  const parsed = parseOrders(['--videos', 'clips', '--benchmark', './mine'], { INIT_CWD: '/somewhere' });
  const where = { videos: path.resolve('/somewhere/clips'), out: path.resolve('/somewhere/results') };
  expect(parsed).toMatchObject({ ...where, benchmark: { path: path.resolve('/somewhere/mine') } });
});

test('a page that is built already is one with an index.html', () => {
  expect(orders().page).toBeUndefined();
  expect(mistakeIn(orders('--page', 'dist', ...BASELINE), () => true)).toBeUndefined();
  expect(mistake('--page', 'dist', ...BASELINE)).toMatch(/^--page names .*index\.html/);
});
