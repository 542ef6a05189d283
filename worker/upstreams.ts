import { Refusal } from './refusal.ts';

/** Where the calls of one provider go. */
export type Upstream =
  | {
      readonly kind: 'fixed';
      /** Host and path prefix, such as `https://host/v1`, without a slash at the end. */
      readonly base: string;
    }
  | {
      /** The first part of the path names a host under `domain`. */
      readonly kind: 'workspace';
      readonly domain: string;
      readonly pathPrefix: string;
    };

export type Upstreams = Readonly<Record<string, Upstream>>;

/**
 * The services that calls may go to, by the name in `/api/<name>/...`: the page's own names for them. The first six do not
 * answer browsers; the others are for places that let no page call them directly. Gemini and Anthropic by the dialect that
 * takes its key in Authorization, the only header for keys that the relay forwards.
 */
export const UPSTREAMS: Upstreams = {
  'qwen-singapore': fixed('https://dashscope-intl.aliyuncs.com/compatible-mode/v1'),
  'qwen-china': fixed('https://dashscope.aliyuncs.com/compatible-mode/v1'),
  'qwen-us': fixed('https://dashscope-us.aliyuncs.com/compatible-mode/v1'),
  'qwen-workspace': { kind: 'workspace', domain: 'maas.aliyuncs.com', pathPrefix: '/compatible-mode/v1' },
  'seed-volcengine': fixed('https://ark.cn-beijing.volces.com/api/v3'),
  'seed-byteplus': fixed('https://ark.ap-southeast.bytepluses.com/api/v3'),
  openrouter: fixed('https://openrouter.ai/api/v1'),
  openai: fixed('https://api.openai.com/v1'),
  gemini: fixed('https://generativelanguage.googleapis.com/v1beta/openai'),
  anthropic: fixed('https://api.anthropic.com/v1'),
};

/** A base must be https; plain http goes to this machine only, which is for tests. */
export function requireSafeUpstreams(upstreams: Upstreams): void {
  for (const [name, upstream] of Object.entries(upstreams)) {
    if (upstream.kind === 'workspace') continue;
    const url = new URL(upstream.base);
    if (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1')) continue;
    throw new Error(`The upstream "${name}" must begin with https://.`);
  }
}

/** What paths of these services are made of. No percent sign: what it hides, servers read differently. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9._~:@-]+)+$/;
const WORKSPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/;

/**
 * The address that `/<name>/<rest>` stands for.
 * @param path the part of the path after `/api`
 * @throws {Refusal} 404 for a service that is not in the map or a path that is not plain
 */
export function upstreamUrl(upstreams: Upstreams, path: string, search: string): URL {
  const [, name = '', ...segments] = path.split('/');
  const upstream = Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  if (upstream === undefined) {
    throw new Refusal(404, `The relay knows no service "${name.slice(0, 40)}": it serves ${serviceNames(upstreams)}.`);
  }
  const workspace = upstream.kind === 'workspace' ? (segments.shift() ?? '') : '';
  const rest = `/${segments.join('/')}`;
  if (!PLAIN_PATH.test(rest)) {
    throw new Refusal(404, `The relay does not forward this path: after /api/${name} comes a plain one.`);
  }
  if (upstream.kind === 'fixed') return new URL(`${upstream.base}${rest}${search}`);
  if (!WORKSPACE.test(workspace)) {
    throw new Refusal(
      404,
      `After /api/${name}/ comes the workspace and its region, such as NAME.ap-southeast-1, as in its own address before .${upstream.domain}.`,
    );
  }
  return new URL(`https://${workspace}.${upstream.domain}${upstream.pathPrefix}${rest}${search}`);
}

function serviceNames(upstreams: Upstreams): string {
  return Object.keys(upstreams).join(', ');
}

function fixed(base: string): Upstream {
  return { kind: 'fixed', base };
}
