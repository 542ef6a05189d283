import * as v from 'valibot';

import { CONDITIONS, OPTION_ORDERS, OUTCOMES } from '../../domain/run/index.ts';

const optionalText = v.nullish(v.string());
const seconds = v.pipe(v.number(), v.finite());

const errorType = v.picklist(['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail']);
const score = v.picklist([0, 1, 2]);

/** What this project writes beside upstream's fields, which pass it over. */
const extension = v.object({
  formatVersion: v.literal(1),
  outcome: v.picklist(OUTCOMES),
  condition: v.picklist(CONDITIONS),
  optionOrder: v.picklist(OPTION_ORDERS),
  protocol: v.object({ id: v.picklist(['sonoscore', 'reference']), version: v.string() }),
  finishReason: v.optional(v.picklist(['stop', 'length', 'blocked', 'refused', 'other'])),
  judge: v.optional(
    v.object({
      provider: v.string(),
      modelId: v.string(),
      protocol: v.object({ id: v.picklist(['sonoscore', 'reference']), version: v.string() }),
    }),
  ),
  /** Where a person has scored the answer: that score, which upstream's fields give too, and the judge's that they leave out. */
  override: v.optional(v.object({ score, errorType, note: v.string(), at: v.string() })),
  overridden: v.optional(v.object({ score, errorType, explanation: v.string() })),
});

const item = v.object({
  question: v.string(),
  answer: v.string(),
  time_start: v.optional(seconds),
  time_end: v.optional(seconds),
  keep: v.optional(v.boolean()),
  model_prediction: optionalText,
  inference_metadata: v.optional(
    v.object({
      raw_response: optionalText,
      latency_ms: v.optional(seconds),
      success: v.optional(v.boolean()),
      error_message: optionalText,
      backend: optionalText,
      model_id: optionalText,
    }),
  ),
  eval_score: v.nullish(v.unknown()),
  judge_explanation: optionalText,
  judge_error_type: optionalText,
  sonoscore: v.optional(v.fallback(v.optional(extension), undefined)),
});

/** One entry of a results file, as upstream writes it. */
export type UpstreamItem = v.InferOutput<typeof item>;
export type UpstreamExtension = v.InferOutput<typeof extension>;

export type ReadItem =
  | { readonly kind: 'read'; readonly item: UpstreamItem }
  | { readonly kind: 'wrong'; readonly field: string | undefined; readonly message: string };

/** An entry of a results file from outside; names the first field that is wrong. */
export function readItem(entry: unknown): ReadItem {
  const parsed = v.safeParse(item, entry);
  if (parsed.success) return { kind: 'read', item: parsed.output };
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? undefined;
  const message = `${field ?? 'The entry'} is not as upstream writes it (${issue.message.slice(0, 200)}); the entry is left out.`;
  return { kind: 'wrong', field, message };
}
