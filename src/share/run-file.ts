import * as v from 'valibot';

import { sha256 } from '../app/index.ts';
import { type Attempt, parseAttempt, parseRun, type Run } from '../domain/run/index.ts';

const FORMAT = 'sonoscore-run';
const FORMAT_VERSION = 1;

const runFile = v.object({
  format: v.literal(FORMAT),
  formatVersion: v.literal(FORMAT_VERSION),
  /** Hex SHA-256 over the JSON of `content`, as it stands in the file. */
  sha256: v.string(),
  content: v.object({ run: v.unknown(), attempts: v.array(v.unknown()) }),
});
const anyVersion = v.object({ format: v.literal(FORMAT), formatVersion: v.number() });

export type ParsedRunFile =
  | { readonly kind: 'run'; readonly run: Run; readonly attempts: readonly Attempt[] }
  /** No run file at all; it may be something else that one can open. */
  | { readonly kind: 'other' }
  /** `why` in the words of the platform. */
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'broken'; readonly message: string };

/**
 * A whole Run with every reply as one JSON file, with a version and a digest over what it holds. Keys are never part of a Run,
 * so none is in it.
 */
export async function writeRunFile(run: Run, attempts: readonly Attempt[]): Promise<string> {
  const content = { run, attempts };
  const digest = await sha256(JSON.stringify(content));
  return JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, sha256: digest, content });
}

/** Reads what `writeRunFile` wrote. Whatever is wrong is one sentence; a Run is given whole or not at all. */
export async function readRunFile(text: string): Promise<ParsedRunFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 120) : 'unreadable';
    return { kind: 'not-json', why };
  }
  const parsed = v.safeParse(runFile, json);
  if (!parsed.success) {
    const version = v.safeParse(anyVersion, json);
    if (!version.success) return { kind: 'other' };
    return version.output.formatVersion > FORMAT_VERSION
      ? broken('was written by a newer Sonoscore: open it there, or reload this page to get the newest version')
      : broken('lacks a part: export the run again');
  }
  const { sha256: stated, content } = parsed.output;
  const written = jsonOf(content);
  if (written === undefined) return broken('nests deeper than any run does: export the run again');
  if (stated !== (await sha256(written))) {
    return broken('is not as it was exported (its digest differs): export the run again');
  }
  try {
    const run = parseRun(content.run);
    const attempts = content.attempts.map(parseAttempt);
    const asked = new Set(run.questionIds);
    const strangers = attempts.some(({ runId, questionId }) => runId !== run.id || !asked.has(questionId));
    if (strangers) return broken('holds answers that are not the run’s own: export the run again');
    return { kind: 'run', run, attempts };
  } catch (error) {
    return broken(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Undefined where it nests too deep to be written: reading such text takes no stack, writing it does. */
function jsonOf(content: unknown): string | undefined {
  try {
    return JSON.stringify(content);
  } catch {
    return undefined;
  }
}

function broken(why: string): ParsedRunFile {
  return { kind: 'broken', message: `This run file ${why}.` };
}
