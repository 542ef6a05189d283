const STORAGE_KEY = 'sonoscore-language';

export type Language = 'en' | 'zh-Hans';

/** Each by its own name, as whoever looks for it reads it. */
export const LANGUAGES = [
  { language: 'en', name: 'English', numbers: 'en-GB' },
  { language: 'zh-Hans', name: '中文', numbers: 'zh-CN' },
] as const;

let current: Language = 'en';

/** The language that this page is in, until it is loaded anew. */
export function language(): Language {
  return current;
}

/** How numbers and dates are written in it, for Intl. */
export function numberLocale(): string {
  return LANGUAGES.find((entry) => entry.language === current)?.numbers ?? 'en-GB';
}

/** To be called before the pages are loaded. */
export function useLanguage(chosen: Language): void {
  current = chosen;
}

/** What was chosen on this device, else the first of the browser's languages that there is. */
export function preferredLanguage(browserLanguages: readonly string[] = navigator.languages): Language {
  const kept = LANGUAGES.find((entry) => entry.language === stored());
  if (kept !== undefined) return kept.language;
  for (const tag of browserLanguages) {
    if (/^zh\b/i.test(tag)) return 'zh-Hans';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

/** Kept on this device; it holds from the next time that the page is loaded. */
export function keepLanguage(chosen: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // Storage may be forbidden; then the browser's own language holds.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
