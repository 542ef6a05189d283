import type { Message } from './translate.ts';

/** What is said outside the pages: the English, and the same in the page's language. */
export type Sayings = readonly (readonly [Message, Message])[];

let read = (text: string): string => text;

/** To be called before the pages are loaded; English needs no call. */
export async function useSayings(sayings: Sayings): Promise<void> {
  const { createReader } = await import('./sentence-reader.ts');
  read = createReader(sayings);
}

/**
 * A sentence that was made outside the pages, in the page's language. Such a sentence is English wherever it is thrown, stored, exported or
 * sent, and is translated when it is shown; what nobody translated, as a service's own words, stays as it is.
 */
export function localized(text: string): string {
  return read(text);
}
