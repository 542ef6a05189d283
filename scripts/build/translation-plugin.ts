import path from 'node:path';

import type { Plugin } from 'vite';

import { CATALOG_FILE, compileCatalog } from '../translations/catalog.ts';
import { isTranslated } from '../translations/source-files.ts';
import { transform } from '../translations/transform.ts';

const CATALOG = 'catalog:zh-Hans';
const MAIN = '/src/main.ts';

/**
 * Lets the sentences of the pages be shown in another language: each becomes a look-up in the catalogue of the page's language, which is
 * one file that loads where it is chosen. Tests go without this plugin and see the English that the sources hold.
 */
export function translations(): Plugin {
  let root = '';
  return {
    name: 'sonoscore:translations',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === CATALOG ? `\0${CATALOG}` : undefined),
    async load(id) {
      if (id !== `\0${CATALOG}`) return undefined;
      this.addWatchFile(CATALOG_FILE);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await compileCatalog()))});`;
    },
    async transform(content, id) {
      const file = path.relative(root, id).split(path.sep).join('/');
      if (!isTranslated(file)) return undefined;
      const { code, map } = await transform(content, file);
      return code === undefined ? undefined : { code, map: JSON.stringify(map) };
    },
    transformIndexHtml: {
      order: 'post',
      // The entry looks at the language and then loads the page: the browser fetches both at once.
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
        const main = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(MAIN));
        if (main === undefined) return [];
        const files = new Set([main.fileName]);
        // A set hands out what is added while it is walked through.
        for (const file of files)
          for (const chunk of chunks) if (chunk.fileName === file) chunk.imports.forEach((each) => files.add(each));
        // What the entry itself imports is named already.
        const needed = chunks.filter(
          ({ fileName, isEntry }) => files.has(fileName) && !isEntry && !html.includes(fileName),
        );
        return [
          ...needed.map(({ fileName }) => link('modulepreload', fileName)),
          ...needed.flatMap(({ viteMetadata }) =>
            [...(viteMetadata?.importedCss ?? [])].map((fileName) => link('stylesheet', fileName)),
          ),
        ];
      },
    },
  };
}

function link(rel: string, fileName: string) {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `./${fileName}` }, injectTo: 'head' as const };
}
