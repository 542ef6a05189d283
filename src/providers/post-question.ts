import type { ModelRequest } from '../app/index.ts';
import { timeoutMsOf } from './call-parameters.ts';
import type { Server } from './classify.ts';
import { type Answer, type Fetch, joinUrl, postJson } from './http.ts';

/** Who asks, with what and until when: the same for every provider. */
export interface Question {
  readonly fetch: Fetch;
  readonly request: ModelRequest;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/** Where and how a provider wants it. */
export interface Manner {
  /** After the base URL, without a slash before it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly server: Server;
  /** Where the parameter `timeout_seconds` says nothing. */
  readonly defaultTimeoutSeconds?: number;
}

/** Posts a question once, as `postJson` does. */
export function postQuestion({ fetch, request, key, signal }: Question, manner: Manner): Promise<Answer> {
  const { path, headers, body, server, defaultTimeoutSeconds } = manner;
  const timeoutMs = timeoutMsOf(request.parameters, defaultTimeoutSeconds);
  return postJson({ fetch, url: joinUrl(request.baseUrl, path), headers, body, key, signal, timeoutMs, server });
}
