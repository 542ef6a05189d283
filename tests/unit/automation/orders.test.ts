import path from 'node:path';

import { expect, test } from 'vitest';

import { HELP, mistakeIn, type Orders, parseOrders } from '../../../scripts/evaluate/orders.ts';

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
  };
  const given = [...new Set(named)].filter((name) => name !== 'help');
  const taken = orders(
    ...given.flatMap((name) => (name === 'judge-strict' ? [`--${name}`] : [`--${name}`, values[name] ?? 'word'])),
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
      model: { provider: 'word', baseUrl: 'word', modelId: 'word' },
      protocol: { id: 'reference' },
      strict: true,
    },
  });
  expect(() => orders('--limits', '3')).toThrow(/--limits/);
});

test('a page that is built already is one with an index.html', () => {
  expect(orders().page).toBeUndefined();
  expect(mistakeIn(orders('--page', 'dist', ...BASELINE), () => true)).toBeUndefined();
  expect(mistake('--page', 'dist', ...BASELINE)).toMatch(/^--page names .*index\.html/);
});
