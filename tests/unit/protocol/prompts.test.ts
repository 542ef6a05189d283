import { describe, expect, test } from 'vitest';

import {
  buildJudgePrompt,
  buildPrompt,
  parseReferencePrompts,
  type Prompt,
  type PromptInput,
  type ReferencePrompts,
} from '../../../src/domain/protocol/index.ts';
import { sha256 } from '../shared-files.ts';
import { aFreeQuestion, aQuestion } from '../builders.ts';
import { referenceFiles } from './reference-files.ts';

const reference: ReferencePrompts = await (async () => {
  const [youtube, check, evaluate] = await Promise.all(referenceFiles.map(({ text }) => sha256(text)));
  const expected = {
    'inference_qa_youtube.py': youtube!,
    'inference_qa_check.py': check!,
    'evaluate_results.py': evaluate!,
  };
  const parsed = await parseReferencePrompts(referenceFiles, sha256, expected);
  if (parsed.kind !== 'ok') throw new Error(parsed.message);
  return parsed.prompts;
})();

const choice = aQuestion();
const free = aFreeQuestion();

function build(overrides: Partial<PromptInput>): Prompt {
  return buildPrompt({
    protocol: 'sonoscore',
    condition: 'video',
    question: choice,
    optionOrder: [0, 1, 2, 3],
    reference,
    ...overrides,
  });
}

describe('the sonoscore protocol', () => {
  test('sends the question with its options as they are ordered, without a prefix', () => {
    const { text } = build({ optionOrder: [3, 0, 1, 2] });
    expect(text).toBe(
      'What is the operator doing?\nA. Adding some gel\nB. Raising the gain\nC. Pressing on the vein\nD. Turning the probe',
    );
  });

  test.each(['text-only', 'options-only'] as const)('says in %s that no video is shown', (condition) => {
    expect(build({ condition }).system).toMatch(/not shown to you|is shown to you/);
    expect(build({ condition }).system).not.toMatch(/can be seen in the clip/);
  });

  test('shows options alone in options-only', () => {
    const { text } = build({ condition: 'options-only' });
    expect(text).toBe('A. Raising the gain\nB. Pressing on the vein\nC. Turning the probe\nD. Adding some gel');
  });

  test('has no options to show of a free-response question', () => {
    expect(() => build({ condition: 'options-only', question: free, optionOrder: [] })).toThrow(/has no options/);
  });

  test('asks for a letter only where there are letters', () => {
    expect(build({}).system).toContain('Answer: ');
    expect(build({ question: free, optionOrder: [] }).system).not.toContain('Answer: ');
  });

  test('tells every condition and kind apart', () => {
    const conditions = ['video', 'frames', 'youtube-uncropped', 'text-only', 'options-only'] as const;
    const systems = conditions.map((condition) => build({ condition }).system);
    const frees = conditions
      .slice(0, 4)
      .map((condition) => build({ condition, question: free, optionOrder: [] }).system);
    expect(new Set([...systems, ...frees]).size).toBe(9);
  });

  test('judges the stem, the right answer and the prediction', () => {
    const prompt = buildJudgePrompt({
      protocol: 'sonoscore',
      question: free,
      prediction: 'It is pressed.',
      strict: false,
    });
    expect(prompt.text).toContain(free.stem);
    expect(prompt.text).not.toContain('[FREE]');
    expect(prompt.text).toContain(free.answer);
    expect(prompt.text).toContain('It is pressed.');
    const strict = buildJudgePrompt({
      protocol: 'sonoscore',
      question: free,
      prediction: 'It is pressed.',
      strict: true,
    });
    expect(strict.system?.startsWith(`${prompt.system}\n\n`)).toBe(true);
    expect(strict.text).toBe(prompt.text);
  });

  test('is pinned to its version: a changed word needs a new one', async () => {
    const kinds = [choice, free] as const;
    const systems = (['video', 'frames', 'text-only'] as const).flatMap((condition) =>
      kinds.map(
        (question) => build({ condition, question, optionOrder: question === free ? [] : [0, 1, 2, 3] }).system,
      ),
    );
    const judge = buildJudgePrompt({ protocol: 'sonoscore', question: free, prediction: 'p', strict: true });
    const all = [...systems, build({ condition: 'options-only' }).system, judge.system, judge.text].join('\n\n');
    expect(await sha256(all)).toBe('503b0422846b4979b5f8ca3d31b993fed78878a0c5e6b76e4c2eb036d0d1f51b');
  });
});

describe('the reference protocol', () => {
  const asked = { protocol: 'reference' } as const;

  test('uses the prompt of each condition, and the question without its prefix', () => {
    expect(build(asked)).toEqual({ system: reference.video, text: build({}).text });
    expect(build({ ...asked, condition: 'frames' })).toEqual({ system: reference.frames, text: build({}).text });
    expect(build({ ...asked, condition: 'text-only' }).system).toBe(reference.blind);
    expect(build({ ...asked, condition: 'options-only' })).toEqual({
      system: reference.blind,
      text: build({ condition: 'options-only' }).text,
    });
  });

  test('says before the question how many frames there are, where that is known', () => {
    const { text } = build({ ...asked, condition: 'frames', frameCount: 12 });
    expect(text).toBe(`Here are 12 stills in order.\n\n${build({}).text}`);
  });

  test('judges the question with its prefix', () => {
    const prompt = buildJudgePrompt({
      ...asked,
      question: free,
      prediction: 'It {is} $& pressed.',
      strict: false,
      reference,
    });
    expect(prompt).toEqual({
      system: reference.judge,
      text: `\nAsked: ${free.printed}\n\nRight: ${free.answer}\n\nSaid: It {is} $& pressed. {not a gap}\n`,
    });
    const strict = buildJudgePrompt({ ...asked, question: free, prediction: 'x', strict: true, reference });
    expect(strict.system).toBe(`${reference.judge}\n\n${reference.strictNote}`);
  });

  test('says what is missing without the authors’ files', () => {
    expect(() => build({ ...asked, reference: undefined })).toThrow(/needs the authors' prompts/);
    expect(() => buildJudgePrompt({ ...asked, question: free, prediction: 'x', strict: false })).toThrow(
      /needs the authors'/,
    );
  });
});
