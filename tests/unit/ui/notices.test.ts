import { readFileSync } from 'node:fs';

import * as v from 'valibot';
import { expect, test } from 'vitest';

import { NOTICES } from '../../../src/ui/notices.ts';

const Package = v.object({
  license: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

function packageAt(path: string) {
  return v.parse(Package, JSON.parse(readFileSync(new URL(`../../../${path}package.json`, import.meta.url), 'utf8')));
}

test('the About page lists every runtime package, and no other', () => {
  expect(NOTICES.map((notice) => notice.name).sort()).toEqual(Object.keys(packageAt('').dependencies).sort());
});

test.each(NOTICES.map((notice) => [notice.name, notice]))(
  '%s is under the licence that it declares',
  (name, notice) => {
    expect(packageAt(`node_modules/${name}/`).license).toBe(notice.licence);
  },
);

test('docs/dependencies.md gives every direct dependency its licence and its reason, and no other', () => {
  const { dependencies, devDependencies } = packageAt('');
  const page = readFileSync(new URL('../../../docs/dependencies.md', import.meta.url), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [, name, use, licence, reason] = /^\| `([^`]+)` +\| (\S+) +\| (\S+) +\| (.+?) *\|$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, use, licence, reason }];
  });
  const expected = [
    ...Object.keys(dependencies).map((name) => ({ name, use: 'served' })),
    ...Object.keys(devDependencies).map((name) => ({ name, use: 'development' })),
  ].map((each) => ({ ...each, licence: packageAt(`node_modules/${each.name}/`).license, reason: expect.any(String) }));
  expect(rows).toEqual(expected);
});
