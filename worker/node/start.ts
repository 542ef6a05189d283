import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

import {
  createRelay,
  LOCAL_ORIGINS,
  requireHostPattern,
  requireOrigin,
  type RelayOptions,
  UPSTREAMS,
  type VideoPolicy,
} from '../index.ts';
import { createNodeTransport } from './node-transport.ts';
import { createPinnedAgents, type PinOptions } from './pinned-agents.ts';
import { type RunningRelay, serveRelay } from './serve.ts';

export interface StartOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Besides pages of this machine. */
  readonly origins?: readonly string[];
  /** Which videos it reads. Default: none. */
  readonly videos?: VideoPolicy;
  /** For tests: how the names of video servers resolve, and where connections to them go. */
  readonly pin?: PinOptions;
  /** For tests. */
  readonly relay?: Partial<RelayOptions>;
}

export interface StartedRelay extends RunningRelay {
  /** With the token, such as `http://127.0.0.1:8787/t/TOKEN`. */
  readonly baseUrl: string;
}

/** Starts the relay on 127.0.0.1 with a token of its own. */
export async function startRelay(options: StartOptions): Promise<StartedRelay> {
  const origins = [...LOCAL_ORIGINS, ...(options.origins ?? []).map(requireOrigin)];
  const token = randomBytes(18).toString('base64url');
  // A call to a model is long and costly: a connection of its own cannot be a stale one. Yet it is not announced as such, or a
  // service that refuses a call in the midst of its upload closes the connection before its reason can be read.
  const unshared = { keepAlive: true, maxFreeSockets: 0 };
  const transport = createNodeTransport({ http: new http.Agent(unshared), https: new https.Agent(unshared) });
  const videoAgents = createPinnedAgents(options.pin);
  const videoTransport = createNodeTransport(videoAgents);
  const videos = { ...options.videos, hosts: (options.videos?.hosts ?? []).map(requireHostPattern) };
  const relay = createRelay({ transport, videoTransport, videos, origins, token, ...options.relay });
  const running = await serveRelay(relay, options.port);
  return {
    ...running,
    baseUrl: `http://127.0.0.1:${running.port}/t/${token}`,
    close: async () => {
      await running.close();
      videoAgents.http.destroy();
      videoAgents.https.destroy();
    },
  };
}

/** What to paste where, for a terminal. */
export function describeRelay(baseUrl: string, origins: readonly string[], hosts: readonly string[]): string {
  const names = Object.keys(UPSTREAMS);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return [
    'The relay runs until Ctrl+C. Paste one of these as base URL in Sonoscore; they hold until the relay ends.',
    '',
    ...names.map((name) => {
      const suffix = UPSTREAMS[name]?.kind === 'workspace' ? '/WORKSPACE.REGION' : '';
      return `  ${name.padEnd(width)}${baseUrl}/api/${name}${suffix}`;
    }),
    '',
    `Videos of other servers: ${baseUrl}/video?u=ADDRESS (hosts: ${hosts.length === 0 ? 'none; --allow-host adds one' : hosts.join(', ')})`,
    `Pages that may use it: ${['of this machine (localhost, any port)', ...origins].join(', ')}.`,
  ].join('\n');
}
