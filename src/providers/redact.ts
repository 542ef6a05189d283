import type { ModelReply } from '../domain/run/index.ts';

const LONGEST_WORDS = 240;
/** A shorter "key" is none, and blanking it would garble any sentence. */
const SHORTEST_KEY = 4;
/** Stand-in keys of local servers (`EMPTY`, `ollama`) are words that a model may well say; real keys are longer than this. */
const SHORTEST_SECRET = 16;

/** Takes the key out of a server's words, however it was quoted. */
export function redactKey(text: string, key: string | undefined): string {
  const trimmed = key?.trim() ?? '';
  if (trimmed.length < SHORTEST_KEY) return text;
  return [trimmed, encodeURIComponent(trimmed), trimmed.replaceAll('/', '\\/'), base64OrSame(trimmed)].reduce(
    (rest, form) => rest.replaceAll(form, '[key]'),
    text,
  );
}

/** Takes a real key out of a whole reply body before it is parsed, so that it reaches no stored text. */
export function redactSecret(text: string, key: string | undefined): string {
  return (key?.trim().length ?? 0) < SHORTEST_SECRET ? text : redactKey(text, key);
}

/** The same for a reply as it is stored. */
export function redactReply(reply: ModelReply, key: string | undefined): ModelReply {
  const clean = (text: string | undefined) => (text === undefined ? undefined : redactSecret(text, key));
  return {
    ...reply,
    text: redactSecret(reply.text, key),
    thinking: clean(reply.thinking),
    rawFinishReason: clean(reply.rawFinishReason),
    modelVersion: clean(reply.modelVersion),
  };
}

/** A server's words made fit for a sentence: no key, no echoed media, one line, at most 240 characters. */
export function quoteServer(words: string, key: string | undefined): string {
  const clean = redactKey(words, key)
    .replace(/[A-Za-z0-9+/=_-]{100,}/g, '[data]')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:;,]+$/, '');
  return clean.length <= LONGEST_WORDS ? clean : `${clean.slice(0, LONGEST_WORDS)}…`;
}

function base64OrSame(key: string): string {
  return /^[\x20-\x7e]*$/.test(key) ? btoa(key) : key;
}
