import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const LOWEST_NODE = [20, 19];

/**
 * Installs the packages of package-lock.json where they are missing or older than the lock file. Needs Node and npm only.
 * Ends the process with one sentence where that cannot be done.
 */
export function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = LOWEST_NODE;
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor)) {
    console.error(`Sonoscore needs Node ${LOWEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages (once) ...');
  // Notes of packages that run nothing here would only make one wonder.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/**
 * Runs a command in the repository's folder and ends this process with its exit code where it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, args) {
  // npm and its kin are .cmd files on Windows, which only a shell starts.
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error !== undefined) console.error(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * The file that an installed package's command runs.
 * @param {string} file path under node_modules
 */
export function packageFile(file) {
  return path.join(root, 'node_modules', ...file.split('/'));
}
