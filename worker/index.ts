export { LOCAL_ORIGINS, requireOrigin } from './origins.ts';
export { type Client, createRelay, type Relay, type RelayOptions } from './relay.ts';
export { Refusal } from './refusal.ts';
export type { Transport, UpstreamRequest } from './transport.ts';
export { type Upstream, UPSTREAMS, type Upstreams } from './upstreams.ts';
export { requireHostPattern, type VideoPolicy } from './video-address.ts';
export type { YouTube } from './youtube-route.ts';
