import { createProviders } from '../../../src/providers/index.ts';
import type { ModelRequest } from '../../../src/app/index.ts';

/** Asks from a worker, with the worker's own fetch. */
globalThis.onmessage = async (event: MessageEvent<{ readonly name: string; readonly request: ModelRequest }>) => {
  const { name, request } = event.data;
  const provider = createProviders({ fetch: (url, init) => fetch(url, init) }).get(name);
  const reply = await provider?.ask(request, undefined, new AbortController().signal);
  globalThis.postMessage(reply?.text ?? 'no such provider');
};
