import http from 'node:http';
import https from 'node:https';

import type { Transport, UpstreamRequest } from '../transport.ts';
import { pump, toWebStream } from './web-stream.ts';

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/**
 * Sends requests by node:http and node:https rather than by fetch, which in Node gives up after five minutes without a head
 * or a byte.
 */
export function createNodeTransport(agents: Agents): Transport {
  return async (request) => {
    try {
      return await send(request, agents);
    } catch (error) {
      // A connection that was kept from an earlier request may have been closed meanwhile at the other end.
      if (request.body === null && error instanceof StaleConnection) return send(request, agents);
      throw error;
    }
  };
}

class StaleConnection extends Error {}

function send({ url, method, headers, body, signal }: UpstreamRequest, agents: Agents): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const isSecure = url.protocol === 'https:';
    const options = { method, headers: Object.fromEntries(headers) };
    const outgoing = isSecure
      ? https.request(url, { ...options, agent: agents.https })
      : http.request(url, { ...options, agent: agents.http });
    const abort = () => outgoing.destroy(new Error('The client has gone.'));
    signal.addEventListener('abort', abort, { once: true });
    outgoing.once('close', () => signal.removeEventListener('abort', abort));
    outgoing.on('error', (error) => reject(outgoing.reusedSocket ? new StaleConnection() : error));
    outgoing.once('response', (incoming) => resolve(toResponse(incoming)));
    if (body === null) outgoing.end();
    // A body that breaks off ends the request, which `error` tells; after the answer's head there is nobody to tell.
    else pump(body, outgoing).catch(reject);
  });
}

function toResponse(incoming: http.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = incoming.statusCode ?? 502;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? toWebStream(incoming) : null, { status, headers });
}
