import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseReferencePrompts, parseVerdict } from '../../src/domain/protocol/index.ts';
import { referenceFiles } from '../unit/protocol/reference-files.ts';
import { sha256 } from '../unit/shared-files.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedJsonText, changedText } from './mutations.ts';

test('changed scripts give prompts or a sentence', async () => {
  const hostile = fc
    .nat({ max: referenceFiles.length - 1 })
    .chain((which) =>
      changedText(referenceFiles[which]!.text).map((text) =>
        referenceFiles.map((file, at) => (at === which ? { ...file, text } : file)),
      ),
    );
  await forCases(hostile, async (files) => {
    const digestOf = (name: string) =>
      sha256(
        (files.find(({ path }) => path.endsWith(name))?.text ?? '').replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'),
      );
    const parsed = await parseReferencePrompts(files, sha256, {
      'inference_qa_youtube.py': await digestOf('inference_qa_youtube.py'),
      'inference_qa_check.py': await digestOf('inference_qa_check.py'),
      'evaluate_results.py': await digestOf('evaluate_results.py'),
    });
    if (parsed.kind === 'ok') expect(Object.keys(parsed.prompts)).toHaveLength(7);
    else expect(parsed.message).toMatch(SENTENCE);
    // Without those digests nothing of theirs is used.
    expect((await parseReferencePrompts(files, sha256)).kind).toBe('changed');
  });
});

test('a judge’s changed reply is a verdict on the scale, or malformed for a reason', async () => {
  const verdict = { score: 1, error_type: 'wrong_conclusion', explanation: 'It names the artery.' };
  const hostile = fc.oneof(
    changedJsonText(verdict),
    changedText(`<think>Hm.</think>\n\`\`\`json\n${JSON.stringify(verdict, undefined, 2)}\n\`\`\``),
  );
  await forCases(hostile, (text) => {
    const parsed = parseVerdict(text);
    if (parsed.kind === 'verdict') expect([0, 1, 2]).toContain(parsed.score);
    else expect(parsed.why).toMatch(/^\S.{2,100}$/);
  });
});
