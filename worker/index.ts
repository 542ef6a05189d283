export { LOCAL_ORIGINS, requireOrigin } from './origins.ts';
export { createRelay, type Relay, type RelayOptions } from './relay.ts';
export type { Transport, UpstreamRequest } from './transport.ts';
export { UPSTREAMS, type Upstreams } from './upstreams.ts';
export { requireHostPattern, type VideoPolicy } from './video-address.ts';
