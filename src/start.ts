import { preferredLanguage, useCatalog, useLanguage } from './language/index.ts';

// The language comes first: many words are looked up as soon as the file that holds them is loaded.
const language = preferredLanguage();
if (language === 'zh-Hans') {
  try {
    useCatalog((await import('catalog:zh-Hans')).default);
    useLanguage(language);
    document.documentElement.lang = language;
  } catch {
    // Without the network it may not be at hand: the page works in English.
  }
}
await import('./main.ts');

export {};
