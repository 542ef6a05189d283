// The relay as a command: `npm run relay`.
import { parseArgs } from 'node:util';

import { describeRelay, startRelay, type StartedRelay } from './start.ts';

const HELP = `npm run relay -- [options]
  --port NUMBER          default: PORT of the environment, else 8787
  --allow-origin ORIGIN  a page besides those of this machine, such as https://name.github.io; may be repeated
  --allow-host HOST      a server whose videos may be read, such as videos.example.org or *.example.org; may be repeated
  --allow-http           videos also by plain http, port 80`;

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env['PORT'] ?? '8787' },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'allow-http': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const origins = values['allow-origin'];
  const hosts = values['allow-host'];
  const videos = { hosts, allowHttp: values['allow-http'] };
  const relay = await startRelay({ port: portOf(values.port), origins, videos }).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`Port ${values.port} is in use: end what uses it, or give another by --port.`) : error;
  });
  console.log(describeRelay(relay, { origins, hosts }));
  endOnSignal(relay);
}

/** The first signal lets open calls end, which were paid for; the second cuts them off. */
function endOnSignal(relay: StartedRelay): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) relay.cutOff();
    else if (relay.open() > 0)
      console.log(`Open calls: ${relay.open()}. Waiting for them; Ctrl+C again cuts them off.`);
    isEnding = true;
    void relay.close().then(() => process.exit());
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error('The port must be a number from 0 to 65535.');
}
