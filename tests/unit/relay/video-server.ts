import { connect } from 'node:net';

import type { StartOptions } from '../../../worker/node/start.ts';
import type { Destination } from '../../../worker/node/pinned-agents.ts';

/**
 * What makes named hosts resolve as a test says, and connections to any address go to a server of the test (without TLS).
 * Everything between, above all every check, is what a reader gets.
 */
export function pinTo(serverUrl: string, resolve: (hostname: string) => readonly string[]) {
  const resolved: string[] = [];
  const connected: Destination[] = [];
  const pin: NonNullable<StartOptions['pin']> = {
    resolve: async (hostname) => {
      resolved.push(hostname);
      return resolve(hostname);
    },
    connect: (to) => {
      connected.push(to);
      return connect(Number(new URL(serverUrl).port), '127.0.0.1');
    },
  };
  return { pin, resolved, connected };
}
