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
import { createYtDlp, ytDlpVersion } from './yt-dlp.ts';

export interface StartOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Besides pages of this machine. */
  readonly origins?: readonly string[];
  /** Which videos it reads. Default: none. */
  readonly videos?: VideoPolicy;
  /** Default: `yt-dlp` on the PATH. */
  readonly ytDlp?: string;
  /** For tests: how the names of video servers resolve, and where connections to them go. */
  readonly pin?: PinOptions;
  /** For tests. */
  readonly relay?: Partial<RelayOptions>;
}

export interface StartedRelay extends RunningRelay {
  /** With the token, such as `http://127.0.0.1:8787/t/TOKEN`. */
  readonly baseUrl: string;
  /** Of yt-dlp; undefined: there is none, and `/youtube/<id>` is refused. */
  readonly ytDlpVersion: string | undefined;
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
  const version = await ytDlpVersion(options.ytDlp);
  const youTube = version === undefined ? undefined : createYtDlp({ command: options.ytDlp });
  const relay = createRelay({ transport, videoTransport, videos, youTube, origins, token, ...options.relay });
  const running = await serveRelay(relay, options.port);
  return {
    ...running,
    baseUrl: `http://127.0.0.1:${running.port}/t/${token}`,
    ytDlpVersion: version,
    close: async () => {
      await running.close();
      youTube?.stop();
      videoAgents.http.destroy();
      videoAgents.https.destroy();
    },
  };
}

/** What to paste where, for a terminal. */
export function describeRelay(
  { baseUrl, ytDlpVersion: version }: Pick<StartedRelay, 'baseUrl' | 'ytDlpVersion'>,
  allowed: { readonly origins: readonly string[]; readonly hosts: readonly string[] },
): string {
  const hosts = allowed.hosts.length === 0 ? 'none yet, --allow-host adds one' : allowed.hosts.join(', ');
  return [
    'The relay runs until Ctrl+C. Write its address into the field “Relay address” of Sonoscore; it holds until the relay ends.',
    '',
    line('relay address', baseUrl),
    '',
    'Services that it reaches:',
    ...Object.entries(UPSTREAMS).map(([name, { kind }]) =>
      line(name, `${baseUrl}/api/${name}${kind === 'workspace' ? '/WORKSPACE.REGION' : ''}`),
    ),
    '',
    line('videos', `${baseUrl}/video?u=ADDRESS (of these hosts: ${hosts})`),
    line(
      'YouTube',
      version === undefined ? 'off: there is no yt-dlp on the PATH' : `${baseUrl}/youtube/ID (yt-dlp ${version})`,
    ),
    line('pages', ['of this machine (localhost, any port)', ...allowed.origins].join(', ')),
  ].join('\n');
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(17)}${text}`;
}
