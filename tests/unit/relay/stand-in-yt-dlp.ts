import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface StandInYtDlp {
  readonly command: string;
  /** The arguments of every run but those for the version, oldest first. */
  readonly runs: () => Promise<readonly (readonly string[])[]>;
  /** How many ran at once at most. */
  readonly mostAtOnce: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

/**
 * An executable that answers as yt-dlp does: an address whose query holds the id and the number of the run, good for
 * `lifeSeconds`; an error for ids that begin with "gone"; what is no address for those that begin with "odd".
 */
export async function standInYtDlp(
  options: { readonly lifeSeconds?: number; readonly host?: string } = {},
): Promise<StandInYtDlp> {
  const { lifeSeconds = 3600, host = 'rr1---sn-test.googlevideo.com' } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-yt-dlp-'));
  const command = path.join(folder, 'yt-dlp');
  const log = path.join(folder, 'log');
  await writeFile(log, '');
  await writeFile(
    command,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const log = ${JSON.stringify(log)};
if (args.includes('--version')) {
  console.log('2026.01.01');
} else {
  appendFileSync(log, JSON.stringify({ args }) + '\\n');
  const number = readFileSync(log, 'utf8').split('\\n').filter((line) => line.includes('args')).length;
  const id = new URL(args.at(-1)).searchParams.get('v');
  setTimeout(() => {
    appendFileSync(log, '"end"\\n');
    if (id.startsWith('gone')) {
      console.error('WARNING: something else\\nERROR: [youtube] ' + id + ': Video unavailable');
      process.exit(1);
    }
    const expire = Math.floor(Date.now() / 1000) + ${lifeSeconds};
    console.log(id.startsWith('odd') ? 'NA' : 'https://${host}/videoplayback?expire=' + expire + '&id=' + id + '&run=' + number);
  }, 50);
}
`,
  );
  await chmod(command, 0o755);
  const lines = async () => (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
  return {
    command,
    runs: async () => (await lines()).filter((line) => line !== '"end"').map((line) => JSON.parse(line).args),
    mostAtOnce: async () => {
      let running = 0;
      return Math.max(0, ...(await lines()).map((line) => (running += line === '"end"' ? -1 : 1)));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
