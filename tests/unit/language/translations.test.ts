import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { checkCatalog, updateCatalog } from '../../../scripts/translations/update-catalog.ts';
import { isSaid, isTranslated } from '../../../scripts/translations/source-files.ts';
import { transform } from '../../../scripts/translations/transform.ts';
import { preferredLanguage, useCatalog } from '../../../src/language/index.ts';
import { translate } from '../../../src/language/translate.ts';

afterEach(() => useCatalog({}));

const textsOf = async (content: string, file: string) =>
  (await transform(content, file)).messages.map(({ text }) => text);

describe('what is found in the sources', () => {
  test('no style sheet says a word, which nobody could translate', () => {
    const root = path.resolve(import.meta.dirname, '../../../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:svelte|css)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    const said = files.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/content:[^;]*['"][^'"]*[A-Za-z]{2}[^;]*;/g)].map(
        ([found]) => `${file}: ${found}`,
      ),
    );
    expect(said).toEqual([]);
  });

  test('sentences of markup are one, with what stands in them; code, classes and keys are left', async () => {
    const page = `<script lang="ts">
      let { n, kind }: { n: number; kind: string } = $props();
      const why = $derived(kind === 'failed' ? 'It did not end.' : 'ended well');
    </script>
    <p class="quiet small" title="A hint">There are <b>{n}</b> of them: <a href="#/x">look</a>.</p><code>npm start</code>{why}`;
    expect((await textsOf(page, 'src/ui/pages/Some.svelte')).sort()).toEqual([
      'A hint',
      'It did not end.',
      'There are <0/> of them: <1>look</1>.',
      'ended well',
    ]);
  });

  test('outside the pages sentences and their parts are, thrown ones too; a comment takes one out, and code stays as it is', async () => {
    const script = `export function cut(n: number): void {
      const note = 'the window was cut short';
      // @wc-ignore
      const prompt = 'Answer with the letter of the right option.';
      throw new Error(\`The clip of \${n} s is too long: choose a shorter one.\` + note + prompt);
    }`;
    expect((await transform(script, 'src/media/some.ts')).code).toBeUndefined();
    expect(await textsOf(script, 'src/media/some.ts')).toEqual([
      'the window was cut short',
      'The clip of {0} s is too long: choose a shorter one.',
    ]);
  });

  test('spaces at the edges of a part stay, though the catalogue holds it without them', async () => {
    const script = `export const words = (n: number, more: string) =>
      more + \` with \${n} s of video\` + ' and then some ' + 'as it is';`;
    const { messages, code = '' } = await transform(script, 'src/ui/some.ts');
    expect(messages.map(({ text }) => text)).toEqual(['with {0} s of video', 'and then some', 'as it is']);
    expect(code).toContain('({"before":" ","after":"","message":["with ",0," s of video"]}, [n])');
    expect(code).toContain('({"before":" ","after":" ","message":"and then some"})');
    expect(code).toContain('("as it is")');
    useCatalog({ '["with ",0," s of video"]': ['含 ', 0, ' 秒视频'] });
    const part = { before: ' ', after: '' } as const;
    expect(translate({ ...part, message: ['with ', 0, ' s of video'] }, [3])).toBe(' 含 3 秒视频');
    expect(translate({ ...part, message: 'of the runs' })).toBe(' of the runs');
    await expect(transform(`export const two = [' of the runs', 'of the runs'];`, 'src/ui/some.ts')).rejects.toThrow(
      /with and without spaces/,
    );
  });

  test.each([
    'src/domain/protocol/sonoscore-prompts.ts',
    'src/share/csv.ts',
    'src/share/upstream/export-upstream.ts',
    'src/domain/extraction/refusals.ts',
  ])('nothing of %s, which is said to models or written into files', (file) => {
    expect([isTranslated(file), isSaid(file)]).toEqual([false, false]);
  });
});

describe('the catalogue', () => {
  const message = { text: '{0} runs are at work', file: 'src/ui/a.ts', placeholders: ['count'] };
  const translated = (chinese: string) =>
    updateCatalog('', [message])
      .replace('msgstr ""\n', (first) => first)
      .replace(/msgstr ""\s*$/, `msgstr "${chinese}"\n`);

  test('a complete one has no fault, and stays as it is', () => {
    const text = translated('有 {0} 次运行');
    expect(updateCatalog(text, [message])).toBe(text);
    expect(checkCatalog(text, text)).toEqual([]);
  });

  test('a new sentence, an empty line, a foreign value and a sentence that is gone are each told', () => {
    const text = translated('有 {0} 次运行');
    const added = updateCatalog(text, [message, { ...message, text: 'Another one' }]);
    expect(checkCatalog(text, added)).toEqual(['src/ui/a.ts: “Another one” is not in the catalogue.']);
    expect(checkCatalog(added, added)).toEqual(['src/ui/a.ts: “Another one” has no translation.']);
    const foreign = translated('有 {1} 次运行');
    expect(checkCatalog(foreign, foreign)[0]).toMatch(/has other placeholders or tags/);
    expect(checkCatalog(text, updateCatalog(text, []))[0]).toMatch(/no longer hold/);
  });
});

describe('on the page', () => {
  test('a message is said in the page’s language, in English where it is not known', () => {
    useCatalog({ Reload: '重新加载', '[0," of ",1]': ['共 ', 1, ' 个中的 ', 0, ' 个'] });
    expect([
      translate('Reload'),
      translate('Stop'),
      translate([0, ' of ', 1], [3, 7]),
      translate([0, ' runs'], [2]),
    ]).toEqual(['重新加载', 'Stop', '共 7 个中的 3 个', '2 runs']);
  });

  test('the first of the browser’s languages that there is, else English', () => {
    expect(
      [['zh-CN', 'en'], ['de', 'zh'], ['en-GB', 'zh-CN'], ['fr'], []].map((tags) => preferredLanguage(tags)),
    ).toEqual(['zh-Hans', 'zh-Hans', 'en', 'en', 'en']);
  });
});
