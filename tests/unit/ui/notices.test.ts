import { readFileSync } from 'node:fs';

import * as v from 'valibot';
import { expect, test } from 'vitest';

import { NOTICES } from '../../../src/ui/notices.ts';

const Package = v.object({
  license: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
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
