/** The part of a relay's address that only its own terminal knows, and that changes each time it starts. */
const RELAY_TOKEN = /^(\/t\/)[^/]+(?=\/)/;

const UNENCRYPTED =
  'This page calls other computers by https:// only, since a key and clips can be read on their way otherwise. Give the server an https:// address, or bring its port to this computer (ssh -L 8000:localhost:8000 SERVER) and write http://localhost:8000.';

/** Whether the page's security policy lets it call an address: by https anywhere, by http on this computer. */
export function mayBeCalled(url: URL): boolean {
  return url.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(url.hostname);
}

/** A base URL as it is stored and called: without space around it or a slash at its end. */
export function tidyBaseUrl(text: string): string {
  return text.trim().replace(/\/+$/, '');
}

/** Whether an address is a relay's: `/api/` and a service's name, where services themselves have `/api/v3`. */
export function isRelayAddress(baseUrl: string): boolean {
  const url = URL.parse(baseUrl.trim());
  return url !== null && /^(?:\/t\/[^/]+)?\/api\/(?!v\d)[a-z0-9-]+/.test(url.pathname);
}

/** An address for the eye and for remembering a key by: a relay’s token is left out. */
export function endpointName(baseUrl: string): string {
  const url = URL.parse(baseUrl.trim());
  if (url === null) return tidyBaseUrl(baseUrl);
  return tidyBaseUrl(`${url.origin}${url.pathname.replace(RELAY_TOKEN, '')}`);
}

/** What is wrong with a base URL, in a sentence; undefined when it can be called. */
export function baseUrlMistake(baseUrl: string): string | undefined {
  const text = baseUrl.trim();
  if (text === '') return 'Write the base URL of the endpoint.';
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return 'Write the base URL in full, beginning with https:// or http://.';
  if (!mayBeCalled(url)) return UNENCRYPTED;
  if (url.username !== '' || url.password !== '')
    return 'Take the user name and password out of the base URL: it is stored with the run.';
  if (/[?#]/.test(text))
    return 'Take out what begins with “?” or “#”: it would not be sent, and the base URL is stored with the run. A key goes into the key field.';
  if (RELAY_TOKEN.test(url.pathname))
    return 'Write the service’s own base URL here and the relay’s address in its field: the token in it would be stored with the run.';
  if (/\/chat\/completions\/?$/.test(url.pathname)) return 'Leave out /chat/completions: Sonoscore adds it.';
  return undefined;
}
