import { forwardCall } from './api-route.ts';
import { preflight, sealed } from './cors.ts';
import { isAllowedOrigin, LOCAL_ORIGINS } from './origins.ts';
import { createRateLimiter, DEFAULT_RATE_LIMIT, type RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import type { Transport } from './transport.ts';
import { requireSafeUpstreams, UPSTREAMS, type Upstreams } from './upstreams.ts';
import type { VideoPolicy } from './video-address.ts';
import { forwardVideo } from './video-route.ts';
import { forwardYouTube, type YouTube } from './youtube-route.ts';

export interface RelayOptions {
  /** How calls to model services are sent. */
  readonly transport: Transport;
  /** Default: the map in upstreams.ts. */
  readonly upstreams?: Upstreams;
  /** Which videos `/video?u=<address>` reads. Default: none. */
  readonly videos?: VideoPolicy;
  /** How videos are read: in Node one that checks the address it connects to. Default: `transport`. */
  readonly videoTransport?: Transport;
  /** What `/youtube/<id>` asks. Default: nobody, and the route is refused. */
  readonly youTube?: YouTube | undefined;
  /** Default: pages of this machine. */
  readonly origins?: readonly string[];
  /** Then every path begins with `/t/<token>`. */
  readonly token?: string;
  readonly rateLimit?: RateLimit;
  /** Milliseconds, growing. Default: the platform's clock. */
  readonly now?: () => number;
}

/** Who asks, as far as the platform knows. */
export interface Client {
  /** For the rate limit; one without an address shares that of all such. */
  readonly address?: string;
  /** Aborts when the client has gone. Default: the request's own. */
  readonly signal?: AbortSignal;
}

export type Relay = (request: Request, client?: Client) => Promise<Response>;

/**
 * The relay as a standard fetch handler: it forwards calls to model services that answer no browsers, and videos of servers
 * that let no page read them. It never rejects, keeps nothing, and logs nothing.
 */
export function createRelay(options: RelayOptions): Relay {
  const { transport, upstreams = UPSTREAMS, origins = LOCAL_ORIGINS, token } = options;
  const { videos = { hosts: [] }, videoTransport = transport, youTube } = options;
  requireSafeUpstreams(upstreams);
  const limiter = createRateLimiter(options.rateLimit ?? DEFAULT_RATE_LIMIT, options.now ?? (() => performance.now()));

  async function route(request: Request, client: Client): Promise<Response> {
    const waitSeconds = limiter.take(client.address ?? '');
    if (waitSeconds > 0) {
      throw new Refusal(429, `The relay takes fewer requests a minute: wait ${waitSeconds} s.`, {
        'Retry-After': String(waitSeconds),
      });
    }
    const { pathname, search, searchParams } = new URL(request.url);
    const path = withoutToken(pathname, token);
    const signal = client.signal ?? request.signal;
    if (path.startsWith('/api/')) {
      return forwardCall(request, { path: path.slice('/api'.length), search, signal }, { upstreams, transport });
    }
    if (path === '/video') {
      const address = searchParams.get('u') ?? '';
      return forwardVideo(request, { address, signal }, { policy: videos, transport: videoTransport });
    }
    if (path.startsWith('/youtube/')) {
      const id = path.slice('/youtube/'.length);
      return forwardYouTube(request, { id, signal }, { youTube, transport: videoTransport });
    }
    throw new Refusal(404, 'The relay serves no such address: copy the base URL that it printed when it started.');
  }

  return async (request, client = {}) => {
    const origin = request.headers.get('origin');
    if (!isAllowedOrigin(origin, origins)) {
      return sealed(
        new Refusal(403, 'The relay does not serve this page: allow its origin first.').toResponse(),
        undefined,
      );
    }
    if (request.method === 'OPTIONS') return sealed(preflight(request), origin);
    try {
      return sealed(await route(request, client), origin);
    } catch (error) {
      return sealed(asRefusal(error).toResponse(), origin);
    }
  };
}

function withoutToken(pathname: string, token: string | undefined): string {
  if (token === undefined) return pathname;
  const [, t = '', given = '', ...rest] = pathname.split('/');
  if (t === 't' && isSame(given, token)) return `/${rest.join('/')}`;
  throw new Refusal(
    404,
    'The token in this relay address is missing, or of an earlier start: copy the base URL that the relay printed.',
  );
}

/** In a time that does not tell how much of a guess was right. */
function isSame(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  for (let at = 0; at < given.length; at += 1) difference |= given.charCodeAt(at) ^ token.charCodeAt(at % token.length);
  return difference === 0;
}

/** Platform errors may quote an address or a header, so their words go nowhere. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(502, 'The relay could not reach that server, or was cut off: check the network and try again.');
}
