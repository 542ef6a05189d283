// `npm run fuzz [-- --cases NUMBER] [--seed NUMBER] [file …]`: the tests of hostile input in their long form.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import { ensureInstalled, packageFile, root } from './ensure-installed.mjs';

/** Of each property; they take minutes together. */
const USUAL_CASES = 10_000;
/** What has not ended by then hangs. */
const MOST_MINUTES = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string' }, seed: { type: 'string' } },
});
ensureInstalled();
const env = {
  ...process.env,
  FUZZ_CASES: values.cases ?? String(USUAL_CASES),
  ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
};
const { status, signal } = spawnSync(
  process.execPath,
  [packageFile('vitest/vitest.mjs'), 'run', '--project', 'fuzz', ...positionals],
  { cwd: root, stdio: 'inherit', env, timeout: MOST_MINUTES * 60_000, killSignal: 'SIGKILL' },
);
if (signal !== null) console.error(`Not ended within ${MOST_MINUTES} minutes: something hangs.`);
process.exit(status ?? 1);
