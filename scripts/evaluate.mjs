// `npm run evaluate`: installs what is missing, then runs evaluate.ts.
import { ensureInstalled, packageFile, run } from './ensure-installed.mjs';

ensureInstalled();
run(process.execPath, [packageFile('tsx/dist/cli.mjs'), 'scripts/evaluate.ts', ...process.argv.slice(2)]);
