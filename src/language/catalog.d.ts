/** Made by the build from the catalogue of that language; see `scripts/build/translation-plugin.ts`. */
declare module 'catalog:zh-Hans' {
  type Piece = string | number | readonly Piece[];
  const catalog: Readonly<Record<string, string | readonly Piece[]>>;
  export default catalog;
}
