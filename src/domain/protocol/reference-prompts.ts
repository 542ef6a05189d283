import type { ReferencePrompts } from '../benchmark/index.ts';
import { PythonSource } from './python-source.ts';

/** The authors' files that hold prompts, with their SHA-256 at the commit that the published results come from. */
export const REFERENCE_FILES = {
  'inference_qa_youtube.py': '59d4c527bc094cc9081da41d30f7b087755464adf63ebba57870b7a23d08b03d',
  'inference_qa_check.py': '0445b59fc88456e0d0bbfc5444cf408b7fe42d085bc91e784657ed593a08ddb8',
  'evaluate_results.py': 'a75622717d9ee9ee199c658bd3e48184e20b91084861aad8f9981edbf493994f',
} as const;

export type ReferenceFileName = keyof typeof REFERENCE_FILES;

/** Names what the authors' prompts were at that commit; recorded as the version of the `reference` protocol. */
export const REFERENCE_PROTOCOL_VERSION = 'c2b931f';

export type ParsedReferencePrompts =
  | { readonly kind: 'ok'; readonly prompts: ReferencePrompts }
  | {
      /** `missing`: not all three files are there. `changed`: one is not as it was at that commit. */
      readonly kind: 'missing' | 'changed';
      readonly files: readonly string[];
      /** One sentence for a person. */
      readonly message: string;
    };

const NAMES = ['inference_qa_youtube.py', 'inference_qa_check.py', 'evaluate_results.py'] as const;

/** Whether a file is one of the three that hold the authors' prompts. */
export function isReferenceFile(path: string): boolean {
  return nameOf(path) !== undefined;
}

/**
 * Reads the authors' prompts from their own files. Line ends do not matter, everything else does: prompts that differ by
 * a word give other answers, so a changed file is refused rather than used.
 * @param digestOf hex SHA-256 of a text's UTF-8 bytes
 * @param expected the digests to hold the files to
 */
export async function parseReferencePrompts(
  files: readonly { readonly path: string; readonly text: string }[],
  digestOf: (text: string) => Promise<string>,
  expected: Readonly<Record<ReferenceFileName, string>> = REFERENCE_FILES,
): Promise<ParsedReferencePrompts> {
  const texts = new Map<string, string>();
  for (const { path, text } of files) {
    const name = nameOf(path);
    if (name !== undefined) texts.set(name, text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  }
  const missing = NAMES.filter((name) => !texts.has(name));
  if (missing.length > 0) {
    const message = `The authors' prompts cannot be read without ${missing.join(' and ')}; use the sonoscore protocol, or load the benchmark together with its scripts.`;
    return { kind: 'missing', files: missing, message };
  }
  const changed: string[] = [];
  for (const name of NAMES) if ((await digestOf(texts.get(name) ?? '')) !== expected[name]) changed.push(name);
  if (changed.length > 0) return differs(changed);
  return readPrompts(texts);
}

function readPrompts(texts: ReadonlyMap<string, string>): ParsedReferencePrompts {
  const [inference, check, evaluation] = NAMES.map((name) => PythonSource.read(texts.get(name) ?? ''));
  const video = inference?.assigned('SYSTEM_PROMPT_VIDEO');
  const frames = inference?.assigned('SYSTEM_PROMPT_FRAMES');
  const framesMessage = inference?.bracketedTemplate(FRAMES_FIELDS);
  if (video === undefined || frames === undefined || framesMessage === undefined) return differs([NAMES[0]]);
  const blind = check?.returned('create_system_prompt');
  if (blind === undefined) return differs([NAMES[1]]);
  const judge = evaluation?.assigned('system_prompt');
  const strictNote = evaluation?.assigned('strict_note');
  const judgeMessage = evaluation?.assignedTemplate('user_message', JUDGE_FIELDS);
  if (judge === undefined || strictNote === undefined || judgeMessage === undefined) return differs([NAMES[2]]);
  return { kind: 'ok', prompts: { video, frames, blind, framesMessage, judge, strictNote, judgeMessage } };
}

const FRAMES_FIELDS = new Map([
  ['len(frames_b64)', 'frameCount'],
  ['question', 'question'],
]);
const JUDGE_FIELDS = new Map([
  ['question', 'question'],
  ['ground_truth', 'groundTruth'],
  ['prediction', 'prediction'],
]);

function differs(files: readonly string[]): ParsedReferencePrompts {
  const message = `${files.join(' and ')} ${files.length === 1 ? 'is' : 'are'} not as published at commit ${REFERENCE_PROTOCOL_VERSION}, so the authors' prompts are not taken from there; use the sonoscore protocol, or load the published files.`;
  return { kind: 'changed', files, message };
}

function nameOf(path: string): ReferenceFileName | undefined {
  const last = path.split(/[\\/]/).at(-1);
  return NAMES.find((name) => name === last);
}
