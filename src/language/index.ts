export {
  keepLanguage,
  language,
  type Language,
  LANGUAGES,
  numberLocale,
  preferredLanguage,
  useLanguage,
} from './language.ts';
export { useCatalog } from './translate.ts';
export { localized, useSayings } from './localized.ts';
