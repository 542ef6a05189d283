import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { type FileFault, startFileServer } from '../servers/file-server.ts';
import { openSite, useBrowser } from './open-page.ts';

const shared = path.resolve(import.meta.dirname, '../../../shared');

useBrowser();

/** Where what lies in ../shared lies in the repository. */
function sharedFile(name: string): Uint8Array | undefined {
  const local = name
    .replace(/^(?=benchmark_questions\/|video_metadata_new)/, 'benchmark/')
    .replace(/^final_scores_all_MCQ\//, 'published/gemini-3-pro/mcq/')
    .replace(/^final_scores_all_free\//, 'published/gemini-3-pro/free/')
    .replace(/^qwen_result\/scores_(mcq|free)2\//, 'published/qwen3.5-397b/$1/');
  const file = path.join(shared, local);
  return local !== name && existsSync(file) ? readFileSync(file) : undefined;
}

const FAULTS: readonly (FileFault | undefined)[] = ['status-500', undefined, 'cut', undefined, 'wrong', undefined];

test.skipIf(!existsSync(path.join(shared, 'benchmark')) && process.env['CI'] === undefined)(
  'the repository loads from flaky mirrors by one click, gives published results, and is there when the mirrors are not',
  async () => {
    // Every file fails once in some way on the first mirror, and one always comes wrong from there.
    const flaky = await startFileServer({
      files: sharedFile,
      fault: (name, tries) => {
        if (name.endsWith('mcq/How_to_Scan_the_Pancreas.json')) return 'wrong';
        return tries === 0 ? FAULTS[name.length % FAULTS.length] : undefined;
      },
    });
    const second = await startFileServer({
      files: sharedFile,
      fault: (_name, tries) => (tries === 0 ? 'cut' : undefined),
    });
    afterAll(() => Promise.all([flaky.close(), second.close()]));

    const { page, errors } = await openSite();
    const load = async () => {
      await page.getByText('Where it is fetched from').click();
      await page.getByLabel('First mirror').fill(flaky.url);
      await page.getByLabel('Second mirror').fill(second.url);
      await page.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
      await page.getByRole('heading', { name: 'Set up a run' }).waitFor();
    };
    await load();
    const main = page.getByRole('main');
    await expect.poll(() => main.innerText()).toMatch(/514 questions kept/);
    expect(await main.innerText()).toContain('from rajpurkarlab/RexSonoVQA at c2b931f');
    // The scripts with the prompts are not in ../shared: that they are missing is said, and hinders nobody.
    await expect.poll(() => main.innerText()).toMatch(/\.py” came from no mirror \(status 404\)/);

    await page.locator('summary', { hasText: 'Published answers' }).click();
    await page.getByRole('button', { name: 'Fetch the published answers' }).click();
    // Two of the four models are in ../shared; what came whole stays.
    await expect.poll(() => main.innerText(), { timeout: 120_000 }).toMatch(/seed_result\/.*came from no mirror/);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByRole('link', { name: 'gemini-3-pro' }).click();
    await expect.poll(() => main.innerText()).toMatch(/Official check: all \d+ published figures/);

    // YouTube is asked for nothing until somebody wants its player.
    await page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name: 'Questions' }).click();
    await page.getByRole('button', { name: 'Show it in YouTube’s player' }).waitFor();
    expect(errors).toEqual([]);
    await page.getByRole('button', { name: 'Show it in YouTube’s player' }).click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    const embed = new URL((await frame.getAttribute('src')) ?? '');
    expect(embed.origin + embed.pathname).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}$/);
    expect(Number(embed.searchParams.get('end'))).toBeGreaterThan(Number(embed.searchParams.get('start')));
    await expect.poll(() => errors).toEqual([`The page asked for ${embed.href}`]);

    await Promise.all([flaky.close(), second.close()]);
    await page.goto(page.url().split('#')[0] ?? '');
    await load();
    await expect.poll(() => main.innerText()).toMatch(/514 questions kept/);
    expect(errors).toHaveLength(1);
  },
  300_000,
);
