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
const optionsOn = (phone: Page) => phone.getByRole('list', { name: 'Options' }).getByRole('button');
/** How many phones chose each option, as the wall says. */
const counted = async (teacher: Page): Promise<readonly number[]> =>
  [...(await teacher.locator('.side').innerText()).matchAll(/(\d+) phones? \+/g)].map(([, number]) => Number(number));

test('phones vote over the network: reloads, second tabs and late comers are counted once', async () => {
  const { teacher, hash, errors } = await openClass();
  const one = await openSite(hash);
  const two = await openSite(hash);
  await one.page.getByText('Watch the clip on the wall.').waitFor();
  await two.page.getByText('Watch the clip on the wall.').waitFor();
  await teacher.getByText('2 phones connected').waitFor();
  await step(teacher);
  await optionsOn(one.page).nth(1).click();
  await one.page.getByText(/^Counted\./).waitFor();
  // Somebody changes their mind, reloads, and has a second tab.
  await optionsOn(one.page).nth(2).click();
  await one.page.reload();
  await one.page.getByText(/^Counted\./).waitFor();
  expect(await optionsOn(one.page).nth(2).getAttribute('aria-pressed')).toBe('true');
  const tab = await one.context.newPage();
  await tab.goto(one.page.url());
  await tab.getByText(/^Counted\./).waitFor();
  await teacher.getByText('2 phones connected').waitFor();
  await optionsOn(two.page).nth(0).click();
  const late = await openSite(hash);
  await optionsOn(late.page).nth(0).click();
  await expect.poll(() => counted(teacher), { timeout: 15_000 }).toEqual([2, 1]);
  // The teacher's page is opened anew: phones find it again, and nothing is lost.
  await teacher.reload();
  await teacher.getByRole('button', { name: 'Let phones vote' }).click();
  await teacher.getByText('3 phones connected').waitFor();
  expect(await counted(teacher)).toEqual([2, 1]);
  for (const phone of [one.page, two.page, late.page])
    expect(await phone.locator('main').innerText()).not.toMatch(/✓ right|You are right|Evidence/);
  await step(teacher);
  await late.page.getByText('You will vote again.').waitFor();
  await step(teacher);
  await optionsOn(late.page).nth(1).click();
  await late.page.getByText(/^Counted\./).waitFor();
  await step(teacher);
  for (const phone of [one.page, two.page, late.page])
    await phone.getByText(/^(?:You are right|Not right this time)\.$/).waitFor();
  await teacher.getByRole('button', { name: 'Keep the votes as runs' }).click();
  await teacher.getByRole('link', { name: 'Compare with the models' }).waitFor();
  // Relays see greetings that they cannot read, and no question.
  expect(relay.seen.join()).not.toMatch(/Morning class|personId|"answers"/);
  expect([...errors, ...one.errors, ...two.errors, ...late.errors]).toEqual([]);
});
