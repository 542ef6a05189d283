import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

const NAME = 'licences.txt';
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** Packages whose package.json leaves the licence out, as their own LICENSE file has it. */
const BY_TEXT: Readonly<Record<string, string>> = { 'svelte-toolbelt': 'MIT' };
const RULE = '-'.repeat(80);

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly repository: string;
  readonly dependencies: readonly string[];
}

/**
 * Writes `licences.txt` into the built site: every package of which code is in it, with its licence's own text. `collect` goes
 * into each further build whose code is served (workers); `write` into the site's own.
 * @param alsoServed packages that get in by another way, taken with all that they depend on
 */
export function licences(alsoServed: readonly string[]): {
  readonly collect: () => Plugin;
  readonly write: () => Plugin;
} {
  const folders = new Set<string>();
  const note = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const folder = packageFolder(id);
      if (folder !== undefined) folders.add(folder);
    }
  };
  const collector = (name: string): Plugin => ({
    name,
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') note(Object.keys(chunk.modules));
    },
  });
  return {
    collect: () => collector('sonoscore:collect-licences'),
    write: () => {
      const own = collector('sonoscore:licences');
      let root = '';
      return {
        ...own,
        configResolved(config) {
          root = config.root;
        },
        generateBundle: {
          // After all others, which may still add to it.
          order: 'post',
          handler(_, bundle) {
            for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') note(Object.keys(chunk.modules));
            const waiting = alsoServed.map((name) => path.join(root, 'node_modules', ...name.split('/')));
            for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
              if (folders.has(folder)) continue;
              folders.add(folder);
              for (const name of readPackage(folder).dependencies) waiting.push(installed(folder, name));
            }
            this.emitFile({ type: 'asset', fileName: NAME, source: textOf([...folders].map(readPackage), root) });
          },
        },
      };
    },
  };
}

/** The innermost package that a module lies in; undefined for the project's own. */
function packageFolder(id: string): string | undefined {
  const file = id.replace(/^\0(?:[\w-]+:)?/, '').split('?')[0] ?? '';
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

/** Where Node would find `name` from a package's folder. */
function installed(from: string, name: string): string {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', ...name.split('/'));
    if (existsSync(found)) return found;
  }
  throw new Error(`The package ${name} is not installed: its licence cannot be read.`);
}

function readPackage(folder: string): Package {
  const json: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const repository = field(json, 'repository');
  const dependencies = field(json, 'dependencies');
  const licence = field(json, 'license') ?? BY_TEXT[String(field(json, 'name'))];
  if (typeof licence !== 'string') throw new Error(`${folder} names no licence: find out before it is served.`);
  return {
    folder,
    name: String(field(json, 'name')),
    version: String(field(json, 'version')),
    licence,
    repository: String(typeof repository === 'string' ? repository : (field(repository, 'url') ?? '')),
    dependencies: typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : [],
  };
}

function field(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}

/** Many packages share one text; it stands once, below the names of all of them. */
function textOf(packages: readonly Package[], root: string): string {
  const byText = new Map<string, string[]>();
  for (const each of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, version, licence, repository } = each;
    const text = licenceTexts(each);
    const names = byText.get(text) ?? [];
    names.push(`${name} ${version} (${licence}) ${repository}`.trim());
    byText.set(text, names);
  }
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8').trim();
  const head =
    'Sonoscore is free software under GPL-2.0-or-later, whose text stands at the end. It is served with code of these packages.';
  const sections = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  return `${[head, ...sections, `Sonoscore (GPL-2.0-or-later)\n\n${own}`].join(`\n\n${RULE}\n\n`)}\n`;
}

function licenceTexts({ folder, licence }: Package): string {
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return texts.length === 0
    ? `Its package brings no text of its own; its package.json says ${licence}.`
    : texts.join('\n\n');
}
