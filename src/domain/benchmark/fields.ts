import * as v from 'valibot';

/** What is wrong with one field of an entry from outside. */
export interface FieldFault {
  readonly field: string | undefined;
  /** Reads on from the field's name: "must be a number". */
  readonly message: string;
}

/** A number of seconds or a proportion: JSON can hold 1e999, which is no number to calculate with. */
export const finiteNumber = v.pipe(v.number('must be a number'), v.finite('must be a finite number'));

export const text = v.string('must be text');

/** Checks `input` against `schema`: its value, or every fault with the field it is in. */
export function readFields<TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
):
  | { readonly kind: 'read'; readonly value: v.InferOutput<TSchema> }
  | { readonly kind: 'wrong'; readonly faults: readonly FieldFault[] } {
  const result = v.safeParse(schema, input);
  if (result.success) return { kind: 'read', value: result.output };
  return { kind: 'wrong', faults: result.issues.map(toFault) };
}

function toFault(issue: v.BaseIssue<unknown>): FieldFault {
  const keys = issue.path?.map((item) => String(item.key)) ?? [];
  const field = keys.length === 0 ? undefined : keys.join('.');
  if (field === undefined) return { field, message: 'must be an object with named fields' };
  return { field, message: issue.received === 'undefined' ? 'is missing' : issue.message };
}
