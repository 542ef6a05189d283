import { preferredLanguage, useCatalog, useLanguage, useSayings } from './language/index.ts';

// The language comes first: many words are looked up as soon as the file that holds them is loaded.
const language = preferredLanguage();
if (language === 'zh-Hans') {
  try {
    const { default: catalog } = await import('catalog:zh-Hans');
    await useSayings(catalog.sayings);
    useCatalog(catalog.messages);
    useLanguage(language);
    document.documentElement.lang = language;
  } catch {
    // Without the network it may not be at hand: the page works in English.
  }
}
await import('./main.ts');

export {};
