// `npm run relay [-- options]`: installs what is missing and serves the relay on 127.0.0.1 until Ctrl+C.
import { ensureInstalled } from './ensure-installed.mjs';

ensureInstalled();

// The relay is TypeScript, which the oldest Node that Sonoscore runs on cannot read by itself.
const { register } = await import('tsx/esm/api');
register();
await import('../worker/node/main.ts');
