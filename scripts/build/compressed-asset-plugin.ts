import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const QUERY = '?compressed';
const PREFIX = '\0compressed:';
/** Where the development server answers with them. */
const SERVED = '/__compressed/';

interface Asset {
  /** Hex SHA-256 of the compressed form, which is what a page fetches. */
  readonly sha256: string;
  readonly compressed: Buffer;
}

/**
 * `import { url, compressedBytes, sha256 } from 'file?compressed'`: the file, compressed with gzip at build. Some static hosts
 * take no file over 25 MB, and not all of them compress what they serve. The name ends in `.bin` so that no server thinks it
 * knows the encoding and undoes it.
 */
export function compressedAssets(): Plugin {
  const assets = new Map<string, Promise<Asset>>();
  let isBuild = false;

  const assetOf = (file: string): Promise<Asset> => {
    const known = assets.get(file) ?? compress(file);
    assets.set(file, known);
    return known;
  };

  return {
    name: 'sonoscore:compressed-assets',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return undefined;
      const found = await this.resolve(source.slice(0, -QUERY.length), importer, { skipSelf: true });
      return found === null ? undefined : PREFIX + found.id;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const file = id.slice(PREFIX.length);
      const asset = await assetOf(file);
      const name = `${nameOf(file)}.bin`;
      const url = isBuild
        ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source: asset.compressed })}`
        : JSON.stringify(SERVED + encodeURIComponent(file));
      return [
        `export const url = ${url};`,
        `export const compressedBytes = ${asset.compressed.length};`,
        `export const sha256 = ${JSON.stringify(asset.sha256)};`,
      ].join('\n');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file =
          request.url?.startsWith(SERVED) === true ? decodeURIComponent(request.url.slice(SERVED.length)) : '';
        const asset = assets.get(file);
        if (asset === undefined) {
          next();
          return;
        }
        asset.then(({ compressed }) => {
          response.setHeader('content-type', 'application/octet-stream');
          response.setHeader('content-length', compressed.length);
          response.end(compressed);
        }, next);
      });
    },
  };
}

async function compress(file: string): Promise<Asset> {
  const compressed = await promisify(gzip)(await readFile(file), { level: 9 });
  return { sha256: createHash('sha256').update(compressed).digest('hex'), compressed };
}

function nameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}
