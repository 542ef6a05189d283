// Draws the icons of the installed page from the site's own icon, with room around it so that a system may cut it to its shape.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { findBrowser } from './browser-path.mjs';

const SIZES_PIXELS = [180, 192, 512];
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'public', 'icons');

const icon = await readFile(path.join(root, 'src', 'ui', 'icon.svg'), 'utf8');
const { path: executablePath, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, args });
try {
  await mkdir(folder, { recursive: true });
  for (const size of SIZES_PIXELS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0;background:#fff;display:grid;place-items:center;height:100vh}svg{width:70%}</style>${icon}`,
    );
    await page.screenshot({ path: path.join(folder, `${size}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
}
