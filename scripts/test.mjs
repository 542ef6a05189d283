// `npm test [-- vitest arguments]`: installs what is missing, then runs every test, the real browser included.
import { ensureInstalled, packageFile, run } from './ensure-installed.mjs';

ensureInstalled();
run(process.execPath, [packageFile('vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]);
