import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { openSite, useBrowser } from './open-page.ts';
import './sonoscore-window.ts';

/** Kept for a person to look at. */
const pictures = path.resolve(import.meta.dirname, '../../artefacts/classroom');
const PHONE = { width: 360, height: 740 };
const PROJECTOR = { width: 1920, height: 1080 };

useBrowser();
let axe = '';
beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});

/** A picture in both themes, of a page in which axe finds nothing and nothing is too wide. */
async function look(page: Page, name: string, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}.png`) });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(size.width);
    const found = await page.evaluate(async () => {
      const { violations } = await Reflect.get(window, 'axe').run(document);
      return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** The sample with two runs that stand for models, and a deck of it. */
async function openClassroom() {
  const opened = await openSite('#/class');
  const { page, context } = opened;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => {
    const { sonoscore } = window;
    await sonoscore.openSample();
    for (const baseline of ['shortest-option', 'always-A'] as const) {
      const id = await sonoscore.start({ model: { kind: 'baseline', baseline } }, { key: undefined });
      while ((await sonoscore.situation(id)).active) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await page.getByLabel('Name').fill('Morning class');
  await page.getByRole('button', { name: /^Make a deck of/ }).click();
  await page.getByRole('heading', { name: 'Morning class' }).waitFor();
  return opened;
}

test('a teacher takes a class through a question by hands and codes, and keeps its votes beside the models’', async () => {
  const { page: teacher, context, errors } = await openClassroom();
  await look(teacher, 'class-phone', PHONE);
  await look(teacher, 'class-projector', PROJECTOR);
  await teacher.getByRole('button', { name: 'Present Morning class' }).click();
  await teacher.getByText('Watch the clip. The options come next.').waitFor();
  await teacher.locator('video').first().waitFor({ timeout: 60_000 });
  await look(teacher, 'watch-projector', PROJECTOR);
  await teacher.keyboard.press('ArrowRight');
  await teacher.getByText(/Raise your hand for one option/).waitFor();
  for (const key of ['1', '2', '2', '2', '3']) await teacher.keyboard.press(key);
  await look(teacher, 'vote-projector', PROJECTOR);

  // One who reaches nobody answers on a page of their own, whose code comes back by mouth or paper.
  await teacher.getByText('Phones without a network').click();
  await teacher.getByRole('button', { name: 'Copy the link to the answer page' }).click();
  const link = await teacher.evaluate(() => navigator.clipboard.readText());
  const { page: student, errors: studentErrors } = await openSite(new URL(link).hash);
  await student.getByRole('list', { name: 'Options' }).getByRole('button').nth(1).click();
  const code = await student.getByLabel('Code of your answers').innerText();
  await look(student, 'answer-phone', PHONE);
  expect(await student.locator('main').innerText()).not.toMatch(/Evidence|Right answer/);
  await teacher.getByLabel('Codes or links with them, one a line').fill(`${code}\n${code}\nnonsense`);
  await teacher.getByText('1 to take, 1 here already, 1 that cannot be read.').waitFor();
  await teacher.getByRole('button', { name: 'Take 1 code' }).click();
  await teacher.getByText('1 phone +').waitFor();
  await teacher.getByText('Phones without a network').click();

  // The keys go to the class again once no field has them.
  await teacher.locator('h1').focus();
  await teacher.keyboard.press('ArrowRight');
  await teacher.keyboard.press('ArrowRight');
  for (const key of ['2', '2', '2', '2']) await teacher.keyboard.press(key);
  await teacher.keyboard.press('r');
  await teacher.getByText('Look again, slowly').waitFor();
  await look(teacher, 'reveal-projector', PROJECTOR);
  await look(teacher, 'reveal-phone', PHONE);
  await teacher.getByRole('button', { name: 'Keep the votes as runs' }).click();
  await teacher.getByRole('link', { name: 'Compare with the models' }).click();
  await teacher.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
  await teacher.getByText('Morning class: class, first vote, each person').last().waitFor();
  expect([...errors, ...studentErrors]).toEqual([]);
  await context.close();
});

test('a student works through a deck alone and sees the models beside', async () => {
  const { page, errors } = await openClassroom();
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Solo quiz of Morning class' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('video').first().waitFor({ timeout: 60_000 });
  await look(page, 'quiz-phone', PHONE);
  await page.keyboard.press('2');
  await page.getByRole('button', { pressed: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/^(?:Right|Not right)\.$/).waitFor();
  await look(page, 'quiz-answer-phone', PHONE);
  // A reload loses nothing.
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText(/Question [12] of/).waitFor();
  expect(errors).toEqual([]);
});
