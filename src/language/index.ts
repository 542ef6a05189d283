export {
  keepLanguage,
  language,
  type Language,
  LANGUAGES,
  numberLocale,
  preferredLanguage,
  useLanguage,
} from './language.ts';
export { type Catalog, useCatalog } from './translate.ts';
