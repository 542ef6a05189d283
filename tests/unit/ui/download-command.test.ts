import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { downloadCommand } from '../../../src/ui/state/download-command.ts';

const ids = ['aB-3_5678xY', '-Z345678901'];

test.skipIf(process.platform === 'win32')('a shell hands yt-dlp each argument as it is meant', () => {
  for (const system of ['macos', 'linux'] as const) {
    const line = downloadCommand(ids, system).replace(/^yt-dlp/, 'printf "%s\\n"');
    const args = spawnSync('sh', ['-c', line], { encoding: 'utf8' }).stdout.trim().split('\n');
    expect(args).toEqual([
      '--no-playlist',
      '-f',
      expect.stringMatching(/height<=720/),
      '-o',
      '%(id)s.%(ext)s',
      '--sleep-interval',
      '5',
      '--max-sleep-interval',
      '15',
      ...ids.map((id) => `https://www.youtube.com/watch?v=${id}`),
    ]);
  }
});

test('for Windows in double quotes, with nothing that PowerShell or cmd would change', () => {
  const line = downloadCommand(ids, 'windows');
  expect(line).not.toMatch(/[$`'!&|]/);
  expect(line).toContain('-o "%(id)s.%(ext)s"');
  expect(line).toContain('"https://www.youtube.com/watch?v=-Z345678901"');
  expect(line.match(/"/g)).toHaveLength(2 * (2 + ids.length));
});
