import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

import { isAddress, refusedAddress } from '../ip-address.ts';
import { Refusal } from '../refusal.ts';
import type { Agents } from './node-transport.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Where to connect: only to one of `addresses`, whatever the name resolves to by then. */
export interface Destination {
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly port: number;
  readonly secure: boolean;
}

export interface PinOptions {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Default: TCP, and TLS for https. */
  readonly connect?: (to: Destination) => Duplex;
}

/**
 * Agents for hosts that a stranger names. A name is resolved once, all its addresses are checked, and the connection goes to
 * one of those very addresses: a name that resolves to a public address when it is checked and to a private one when it is
 * used (DNS rebinding) gains nothing.
 */
export function createPinnedAgents(options: PinOptions = {}): Agents {
  const { resolve = systemResolve, connect = openSocket } = options;
  const open = (
    host: string,
    port: number,
    secure: boolean,
    callback: (error: Error | null, socket: Duplex) => void,
  ) => {
    resolvePublic(host, resolve).then(
      (addresses) => callback(null, connect({ hostname: host, addresses, port, secure })),
      // The type wants a socket beside the error too; Node reads it only without one.
      (error: unknown) => callback(error instanceof Error ? error : new Error('Not resolved.'), new net.Socket()),
    );
    return undefined;
  };
  // Reading by ranges makes many small requests to one server. What lies idle is closed.
  const kept = { keepAlive: true, maxFreeSockets: 8, timeout: 30_000 };
  return { http: new PinnedHttpAgent(kept, open), https: new PinnedHttpsAgent(kept, open) };
}

type Open = (
  host: string,
  port: number,
  secure: boolean,
  callback: (error: Error | null, socket: Duplex) => void,
) => undefined;
type Made = ((error: Error | null, socket: Duplex) => void) | undefined;

class PinnedHttpAgent extends http.Agent {
  readonly #open: Open;

  constructor(options: http.AgentOptions, open: Open) {
    super(options);
    this.#open = open;
  }

  override createConnection(options: http.ClientRequestArgs, made: Made): undefined {
    return this.#open(options.host ?? '', Number(options.port ?? 80), false, made ?? (() => undefined));
  }
}

class PinnedHttpsAgent extends https.Agent {
  readonly #open: Open;

  constructor(options: https.AgentOptions, open: Open) {
    super(options);
    this.#open = open;
  }

  override createConnection(options: https.RequestOptions, made: Made): undefined {
    return this.#open(options.host ?? '', Number(options.port ?? 443), true, made ?? (() => undefined));
  }
}

/**
 * The addresses of a name, all of them public.
 * @throws {Refusal} 403 where one is not, 502 where there is none
 */
export async function resolvePublic(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const addresses = isAddress(bare)
    ? [bare]
    : await resolve(bare).catch(() => {
        throw new Refusal(502, `The relay found no address of ${hostname}: check its name, and the network.`);
      });
  if (addresses.length === 0) throw new Refusal(502, `${hostname} has no address.`);
  for (const address of addresses) {
    const why = isAddress(address) ? refusedAddress(address) : 'unreadable';
    if (why !== undefined) throw new Refusal(403, `The relay does not read from ${hostname}: its address is ${why}.`);
  }
  return addresses;
}

async function systemResolve(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

/** Node asks the given lookup in place of the system's, and tries its addresses in turn. */
export function openSocket(to: Destination, trust: Pick<tls.SecureContextOptions, 'ca'> = {}): Duplex {
  const { hostname, port } = to;
  const options = { host: hostname, port, lookup: pinnedLookup(to.addresses), autoSelectFamily: true };
  if (!to.secure) return net.connect(options);
  return tls.connect({
    ...options,
    ...trust,
    ...(isAddress(hostname) ? {} : { servername: hostname }),
    ALPNProtocols: ['http/1.1'],
  });
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: net.isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
