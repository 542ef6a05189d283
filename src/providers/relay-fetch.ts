import type { Fetch } from './http.ts';
import { presets } from './presets.ts';

/** A workspace's own host, such as `team.ap-southeast-1.maas.aliyuncs.com`, with the path that all workspaces share. */
const WORKSPACE = /^https:\/\/([a-z0-9.-]+)\.maas\.aliyuncs\.com\/compatible-mode\/v1(?=\/|$)/;

/**
 * The address at which a relay answers for a service that answers no browsers; undefined for every other address.
 * @param relay as `npm run relay` prints it, such as `http://127.0.0.1:8787/t/TOKEN`
 */
export function relayedUrl(url: string, relay: string): string | undefined {
  const base = relay.replace(/\/+$/, '');
  const workspace = WORKSPACE.exec(url);
  if (workspace !== null) return `${base}/api/qwen-workspace/${workspace[1] ?? ''}${url.slice(workspace[0].length)}`;
  const preset = presets.find(
    ({ reach, baseUrl }) => reach === 'relay' && (url === baseUrl || url.startsWith(`${baseUrl}/`)),
  );
  return preset === undefined ? undefined : `${base}/api/${preset.id}${url.slice(preset.baseUrl.length)}`;
}

/**
 * A fetch that goes through the relay where there must be one. A Run keeps the service's own address: a relay's has a token in
 * it, which is new at every start and nobody else's business.
 * @param relayAddress asked at each call; undefined while none is set
 */
export function fetchThroughRelay(fetch: Fetch, relayAddress: () => string | undefined): Fetch {
  return (url, init) => {
    const relay = relayAddress();
    return fetch((relay === undefined ? undefined : relayedUrl(url, relay)) ?? url, init);
  };
}
