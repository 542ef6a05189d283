import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

import { findBrowser } from '../../scripts/browser-path.mjs';

let browser: Browser | undefined;
let contexts: BrowserContext[] = [];

/** For the top of a test file: one browser for all of its tests. */
export function useBrowser(moreArgs: readonly string[] = []): void {
  beforeAll(async () => {
    const { path, args } = await findBrowser();
    browser = await chromium.launch({ executablePath: path, args: [...args, ...moreArgs], headless: true });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(() => browser?.close());
}

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page did not expect; a test ends by requiring that there are none. */
  readonly errors: readonly string[];
}

/**
 * The built site in a browser that has never seen it. Whatever goes out of this machine fails the test, and so does whatever the
 * page's security policy forbids.
 * @param serviceWorkers `block`, by default: tests of something else need not keep the whole site
 */
export async function openSite(
  hash = '',
  serviceWorkers: 'allow' | 'block' = 'block',
  site = inject('siteUrl'),
): Promise<Opened> {
  if (browser === undefined) throw new Error('Call useBrowser() at the top of the test file.');
  const context = await browser.newContext({ serviceWorkers });
  contexts.push(context);
  const errors: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    (route) => {
      errors.push(`The page asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.exposeFunction('reportViolation', (what: string) => errors.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      Reflect.get(
        window,
        'reportViolation',
      )(`The security policy forbids: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  await page.goto(site + hash);
  await expect.poll(() => page.title()).toContain('Sonoscore');
  await page.waitForFunction(() => 'sonoscore' in window);
  return { page, context, errors };
}
