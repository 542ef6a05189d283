import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INSTALLED = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const root = process.env[name];
    return root === undefined
      ? []
      : [
          path.join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          path.join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ];
  }),
};

/**
 * Finds a Chromium to test with: CHROME_PATH, else an installed Chrome, Chromium or Edge, else (Linux) the one inside
 * the npm package @sparticuz/chromium, unpacked under TMPDIR.
 * @returns {Promise<{ path: string, args: string[] }>} executable and the flags it needs here
 * @throws {Error} one sentence that says what to install
 */
export async function findBrowser() {
  const args = [
    // Chromium refuses its sandbox to root, which is who runs in most containers.
    ...(process.platform === 'linux' ? ['--no-sandbox', '--disable-dev-shm-usage'] : []),
    // Nothing but the tests' own servers on 127.0.0.1 may be asked for.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--disable-gpu',
    '--autoplay-policy=no-user-gesture-required',
  ];
  const wanted = process.env['CHROME_PATH'];
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return { path: wanted, args };
    throw new Error(`CHROME_PATH names "${wanted}", which does not exist: set it to a Chrome, Chromium or Edge.`);
  }
  const installed = (INSTALLED[/** @type {'linux'} */ (process.platform)] ?? []).find((file) => existsSync(file));
  if (installed !== undefined) return { path: installed, args };
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      // The package writes to os.tmpdir() and expects the folder to be there.
      await mkdir(tmpdir(), { recursive: true });
      const { default: chromium } = await import('@sparticuz/chromium');
      return { path: await chromium.executablePath(), args };
    } catch (cause) {
      throw new Error(
        'The Chromium inside @sparticuz/chromium could not be unpacked: install Chrome, Chromium or Edge, or set CHROME_PATH.',
        { cause },
      );
    }
  }
  throw new Error('No browser to test with was found: install Chrome, Chromium or Edge, or set CHROME_PATH to one.');
}
