import type { Server } from './classify.ts';

/** A provider with hosts of its own, and whether those answer calls from a web page. */
export interface ProviderHosts {
  readonly label: string;
  readonly hosts: RegExp;
  readonly answersBrowsers: boolean;
}

/**
 * What to say when nothing comes back, which depends on where the call went and from where. Some providers leave CORS headers
 * off their errors, so that in a browser a wrong key looks like a dead network: then both are said.
 */
export function serverOf(provider: ProviderHosts, baseUrl: string): Server {
  return { label: provider.label, unreachable: unreachableAdvice(provider, baseUrl) };
}

function unreachableAdvice(provider: ProviderHosts, baseUrl: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const inBrowser = 'location' in globalThis;
  if (!provider.hosts.test(host))
    return 'check that the relay (or whatever serves this base URL) runs, and that it lets this page call it';
  if (!inBrowser) return 'check the network and the base URL';
  if (!provider.answersBrowsers) return 'this provider does not answer browsers: switch on the relay';
  return 'either the network (or a blocker in this browser) stands between, or the key is wrong, since this provider’s errors do not always reach a page: check both';
}
