import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ReferencePrompts } from '../../../src/domain/benchmark/index.ts';
import { parseReferencePrompts, REFERENCE_FILES } from '../../../src/domain/protocol/index.ts';
import { sha256, sharedLines } from '../shared-files.ts';
import { inferenceScript, referenceFiles } from './reference-files.ts';

type Files = readonly { readonly path: string; readonly text: string }[];

/** Reads files as if they were the published ones. */
async function read(files: Files) {
  const lines = (text: string | undefined) => sha256((text ?? '').replace(/\r\n/g, '\n'));
  const expected = {
    'inference_qa_youtube.py': await lines(files.find(({ path }) => path.endsWith('inference_qa_youtube.py'))?.text),
    'inference_qa_check.py': await lines(files.find(({ path }) => path.endsWith('inference_qa_check.py'))?.text),
    'evaluate_results.py': await lines(files.find(({ path }) => path.endsWith('evaluate_results.py'))?.text),
  };
  return parseReferencePrompts(files, sha256, expected);
}

async function prompts(files: Files = referenceFiles): Promise<ReferencePrompts> {
  const parsed = await read(files);
  if (parsed.kind !== 'ok') throw new Error(parsed.message);
  return parsed.prompts;
}

describe('the authors’ prompts', () => {
  test('are read word for word', async () => {
    const { video, frames, blind, judge, strictNote } = await prompts();
    expect(video).toBe(
      'Look at the clip.\n\n- First line with a tab:\there\n- A "quoted" word, a brace {kept} and an accent: é\n    - indented\nDone.',
    );
    expect(frames).toBe('Look at the frames. This goes on.');
    expect(blind).toBe('Nothing is shown.\n\nGuess well.\n');
    expect(judge).toBe('You grade.\n\n    Scale:\n    2 - right\n    {"score": 0, "why": "none"}\n        ');
    expect(strictNote).toBe('NOTE:\n- Be strict.');
  });

  test('keep the gaps of their f-strings', async () => {
    const { framesMessage, judgeMessage } = await prompts();
    expect(framesMessage).toEqual([
      { kind: 'text', text: 'Here are ' },
      { kind: 'field', name: 'frameCount' },
      { kind: 'text', text: ' stills in order.\n\n' },
      { kind: 'field', name: 'question' },
    ]);
    expect(judgeMessage).toEqual([
      { kind: 'text', text: '\nAsked: ' },
      { kind: 'field', name: 'question' },
      { kind: 'text', text: '\n\nRight: ' },
      { kind: 'field', name: 'groundTruth' },
      { kind: 'text', text: '\n\nSaid: ' },
      { kind: 'field', name: 'prediction' },
      { kind: 'text', text: ' {not a gap}\n' },
    ]);
  });

  test('are the same with Windows line ends', async () => {
    const windows = referenceFiles.map(({ path, text }) => ({ path, text: text.replaceAll('\n', '\r\n') }));
    expect(await prompts(windows)).toEqual(await prompts());
  });

  test('are missing where a file is', async () => {
    const parsed = await read(referenceFiles.slice(1));
    expect(parsed).toMatchObject({ kind: 'missing', files: ['inference_qa_youtube.py'] });
    expect(parsed.kind === 'ok' ? '' : parsed.message).toMatch(/inference_qa_youtube\.py; use the sonoscore protocol/);
  });

  test('are refused where a file is not the published one', async () => {
    const parsed = await parseReferencePrompts(referenceFiles, sha256);
    expect(parsed).toMatchObject({ kind: 'changed', files: Object.keys(REFERENCE_FILES) });
  });

  test.each<[string, (text: string) => string, string]>([
    ['no such name', (text) => text.replaceAll('SYSTEM_PROMPT_FRAMES', 'OTHER'), 'inference_qa_youtube.py'],
    [
      'an expression instead of a literal',
      (text) => text.replace('SYSTEM_PROMPT_FRAMES = """', 'SYSTEM_PROMPT_FRAMES = make("""'),
      'inference_qa_youtube.py',
    ],
    [
      'an f-string instead of a literal',
      (text) => text.replace('SYSTEM_PROMPT_FRAMES = """', 'SYSTEM_PROMPT_FRAMES = f"""'),
      'inference_qa_youtube.py',
    ],
    ['an escape by name', (text) => text.replace('\\u00e9', '\\N{LATIN SMALL LETTER E}'), 'inference_qa_youtube.py'],
    ['a broken escape', (text) => text.replace('\\u00e9', '\\u00'), 'inference_qa_youtube.py'],
    ['another gap', (text) => text.replace('{ground_truth}', '{truth}'), 'evaluate_results.py'],
    ['a gap with a format', (text) => text.replace('{ground_truth}', '{ground_truth!r}'), 'evaluate_results.py'],
    ['a brace that closes nothing', (text) => text.replace('{{not', '}not'), 'evaluate_results.py'],
    ['a text cut off', (text) => text.slice(0, text.indexOf('Scale:')), 'evaluate_results.py'],
    ['no return', (text) => text.replaceAll('return """', 'x = """'), 'inference_qa_check.py'],
    ['no function', (text) => text.replace('def create_system_prompt', 'def other'), 'inference_qa_check.py'],
  ])('are refused with %s', async (_, change, file) => {
    const files = referenceFiles.map((each) =>
      each.path.endsWith(file) ? { ...each, text: change(each.text) } : each,
    );
    expect(files).not.toEqual(referenceFiles);
    expect(await read(files)).toMatchObject({ kind: 'changed', files: [file] });
  });

  test('no text at all makes the reader throw', async () => {
    const scrap = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '"""',
            "'",
            '"',
            'f"',
            '\\',
            '{',
            '}',
            '#',
            '\n',
            'x = ',
            'SYSTEM_PROMPT_VIDEO = ',
            'return ',
          ),
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(scrap, fc.nat(), async (text, where) => {
        const cut = where % inferenceScript.length;
        const file = {
          path: 'inference_qa_youtube.py',
          text: inferenceScript.slice(0, cut) + text + inferenceScript.slice(cut),
        };
        expect(['ok', 'changed']).toContain((await read([file, ...referenceFiles.slice(1)])).kind);
      }),
    );
  });
});

const manifest = sharedLines('upstream-manifest.tsv');
test.skipIf(manifest === undefined)('the digests are those of the published commit', () => {
  const published = new Map(manifest?.map((line) => line.split('\t')).map(([path, , digest]) => [path, digest]));
  for (const [name, digest] of Object.entries(REFERENCE_FILES)) expect(published.get(name)).toBe(digest);
});
