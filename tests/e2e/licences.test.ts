import { expect, inject, test } from 'vitest';

import { NOTICES } from '../../src/ui/notices.ts';

async function served(file: string): Promise<string> {
  const response = await fetch(new URL(file, inject('siteUrl')));
  expect(response.ok).toBe(true);
  return response.text();
}

test('the site is served with the licences of all that is in it, and keeps them for use without a network', async () => {
  const text = await served('licences.txt');
  for (const { name, licence } of NOTICES) expect(text).toMatch(new RegExp(`^${name} \\S+ \\(${licence}\\)`, 'm'));
  // Not asked for by name, but served all the same: by another package, in the service worker.
  expect(text).toMatch(/^workbox-core /m);
  expect(text).toContain('GNU GENERAL PUBLIC LICENSE');
  const worker = await served('sw.js');
  expect(worker).toContain('licences.txt');
  // Hosts that read it do not serve it, and a file that cannot be fetched would keep the others from being kept.
  expect(worker).not.toContain('_headers');
});
