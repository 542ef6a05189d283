// `npm run relay [-- options]`: serves the relay on 127.0.0.1 until Ctrl+C.
import { parseArgs } from 'node:util';

import { ensureInstalled } from './ensure-installed.mjs';

const HELP = `npm run relay -- [options]
  --port NUMBER          default: PORT of the environment, else 8787
  --allow-origin ORIGIN  a page besides those of this machine, such as https://name.github.io; may be repeated`;

const options = readOptions();
ensureInstalled();

const { register } = await import('tsx/esm/api');
register();
const { describeRelay, startRelay } = await import('../worker/node/start.ts');

const relay = await startRelay(options).catch((error) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return fail(inUse ? `Port ${options.port} is in use: end what uses it, or give another by --port.` : error.message);
});
console.log(describeRelay(relay.baseUrl, options.origins));

let ending = false;
for (const name of ['SIGINT', 'SIGTERM']) {
  process.on(name, () => {
    if (ending) relay.cutOff();
    ending = true;
    if (relay.open() > 0) console.log(`Waiting for ${relay.open()} open calls; Ctrl+C again cuts them off.`);
    void relay.close().then(() => process.exit(0));
  });
}

function readOptions() {
  const { values } = parse();
  if (values.help === true) {
    console.log(HELP);
    process.exit(0);
  }
  const port = Number(values.port ?? process.env['PORT'] ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65535) fail('The port must be a number from 0 to 65535.');
  return { port, origins: values['allow-origin'] ?? [] };
}

function parse() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        'allow-origin': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
