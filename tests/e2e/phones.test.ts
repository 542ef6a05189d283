import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

import { startNostrRelay } from '../servers/nostr-relay.ts';
import { openSite, useBrowser } from './open-page.ts';

// Without a network there is nobody to resolve the made-up names that hide this machine's addresses.
useBrowser(['--disable-features=WebRtcHideLocalIpsWithMdns']);

const relay = await startNostrRelay();
afterAll(() => relay.close());

/** A class at the sample's multiple-choice questions, its room open over the relay here. */
async function openClass(): Promise<{
  readonly teacher: Page;
  readonly hash: string;
  readonly errors: readonly string[];
}> {
  const { page: teacher, context, errors } = await openSite('#/class');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await teacher.getByRole('button', { name: 'Open the sample' }).click();
  await teacher.getByLabel('Name').fill('Morning class');
  await teacher.getByRole('button', { name: /^Make a deck of/ }).click();
  await teacher.getByRole('button', { name: 'Present Morning class' }).click();
  await teacher.getByText('How phones find this page').click();
  await teacher.getByLabel(/^Relays \(Nostr\)/).fill(relay.url);
  await teacher.getByLabel(/Ask a server for addresses/).uncheck();
  await teacher.getByRole('button', { name: 'Use these' }).click();
  await teacher.getByRole('button', { name: 'Let phones vote' }).click();
  await teacher.getByRole('button', { name: 'Copy the link for phones' }).click();
  const link = await teacher.evaluate(() => navigator.clipboard.readText());
  return { teacher, hash: new URL(link).hash, errors };
}

const step = (teacher: Page) => teacher.getByRole('navigation', { name: 'Stage' }).getByRole('button').nth(1).click();

test('phones vote over the network: reloads, second tabs and late comers are counted once', async () => {
  const { teacher, hash, errors } = await openClass();
  const phone = await openSite(hash);
  await phone.page.getByText('Watch the clip on the wall.').waitFor();
  await step(teacher);
  const options = phone.page.getByRole('list', { name: 'Options' }).getByRole('button');
  await options.nth(1).click();
  await phone.page.getByText(/^Counted\./).waitFor();
  console.log(await teacher.locator('.side').innerText());
  expect([...errors, ...phone.errors]).toEqual([]);
});
