// The relay on Cloudflare Workers. See docs/relay.md for the one command that deploys it.
import { createRelay, LOCAL_ORIGINS, type Relay, requireHostPattern, requireOrigin, type Transport } from './index.ts';

const transport: Transport = ({ url, method, headers, body, signal }) =>
  fetch(url, { method, headers, body, signal, redirect: 'manual' });

/** One for each setting, which is one for the life of an isolate: it holds the clients’ rates. */
const relays = new Map<string, Relay>();

export default {
  /** @param env ORIGINS and VIDEO_HOSTS: lists with commas; TOKEN: a secret, then required in every path */
  fetch(request: Request, env: unknown): Promise<Response> {
    const settings = [setting(env, 'ORIGINS'), setting(env, 'VIDEO_HOSTS'), setting(env, 'TOKEN')] as const;
    const key = JSON.stringify(settings);
    const relay = relays.get(key) ?? makeRelay(settings);
    relays.set(key, relay);
    const address = request.headers.get('cf-connecting-ip');
    return relay(request, address === null ? {} : { address });
  },
};

function makeRelay([origins, hosts, token]: readonly [string, string, string]): Relay {
  return createRelay({
    transport,
    origins: origins === '' ? LOCAL_ORIGINS : listed(origins).map(requireOrigin),
    // Workers reach public addresses only, whatever a name resolves to; there is nothing to pin.
    videos: { hosts: listed(hosts).map(requireHostPattern) },
    ...(token === '' ? {} : { token }),
  });
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function setting(env: unknown, name: string): string {
  const value: unknown = typeof env === 'object' && env !== null ? Reflect.get(env, name) : undefined;
  return typeof value === 'string' ? value : '';
}
