/** Made by the build from the catalogue of that language; see `scripts/build/translation-plugin.ts`. */
declare module 'catalog:zh-Hans' {
  type Piece = string | number | readonly Piece[];
  type Message = string | readonly Piece[];
  const catalog: {
    /** What stands in the pages, by the English. */
    readonly messages: Readonly<Record<string, Message>>;
    /** What is said elsewhere: the English, then the same in this language. */
    readonly sayings: readonly (readonly [Message, Message])[];
  };
  export default catalog;
}
