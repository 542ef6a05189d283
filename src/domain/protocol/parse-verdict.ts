import * as v from 'valibot';

import { withoutThinking } from '../extraction/index.ts';
import type { ErrorType, Verdict } from '../run/index.ts';
import { jsonObjectsIn } from './json-objects.ts';

export type ParsedVerdict =
  | ({ readonly kind: 'verdict' } & Pick<Verdict, 'score' | 'errorType' | 'explanation'>)
  /** `why` reads on from "the verdict": "names no score". */
  | { readonly kind: 'malformed'; readonly why: string };

/** Numbers and text that name 0, 1 or 2; 1.5 and 4 are no scores, however near one is. */
const score = v.union([
  v.picklist([0, 1, 2]),
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[012](?:\.0+)?$/),
    v.transform((text) => Number(text)),
    v.picklist([0, 1, 2]),
  ),
]);

const errorType = v.pipe(
  v.nullish(v.string(), 'none'),
  v.transform(
    (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_') || 'none',
  ),
  v.picklist(['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail']),
);

const explanation = v.nullish(v.string(), '');

/**
 * Reads a judge's verdict: one JSON object with a `score`, fenced or bare, with any prose around it. Several that agree
 * in their score count as the last of them; several that do not are malformed. Where the error type is `none` it is
 * repaired as upstream does: score 1 gives `wrong_conclusion`, score 0 `both_fail`. Never throws.
 */
export function parseVerdict(text: string): ParsedVerdict {
  const { objects, cutShort } = jsonObjectsIn(withoutThinking(text).text);
  if (cutShort) return malformed('is cut short');
  const candidates = objects.filter((object) => Object.hasOwn(object, 'score'));
  const last = candidates.at(-1);
  if (last === undefined) return malformed(objects.length === 0 ? 'holds no JSON' : 'names no score');
  const scores = candidates.map((candidate) => v.safeParse(v.object({ score }), candidate));
  const values = scores.flatMap((parsed) => (parsed.success ? [parsed.output.score] : []));
  const value = values.at(-1);
  if (value === undefined || values.length < scores.length) return malformed('has a score other than 0, 1 or 2');
  if (new Set(values).size > 1) return malformed('gives several scores that disagree');
  const type = v.safeParse(v.object({ error_type: v.optional(errorType, 'none') }), last);
  if (!type.success) return malformed('has an unknown error_type');
  const said = v.safeParse(v.object({ explanation: v.optional(explanation, '') }), last);
  if (!said.success) return malformed('has an explanation that is no text');
  return {
    kind: 'verdict',
    score: value,
    errorType: repaired(type.output.error_type, value),
    explanation: said.output.explanation,
  };
}

function repaired(type: ErrorType, value: Verdict['score']): ErrorType {
  if (type !== 'none' || value === 2) return type;
  return value === 1 ? 'wrong_conclusion' : 'both_fail';
}

function malformed(why: string): ParsedVerdict {
  return { kind: 'malformed', why };
}
