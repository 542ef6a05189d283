import { localized } from '../../language/index.ts';

/** Whether somebody cancelled: never shown as a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** One sentence for a person in the page’s language, from whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return localized(error.message);
  if (typeof error === 'string' && error !== '') return localized(error);
  return 'Something went wrong that has no description. Reload the page and try again.';
}
