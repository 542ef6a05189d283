import * as v from 'valibot';

// A reply is paid for: what stands beside its answer and is of another kind than expected is as good as absent.

/** `schema`, null or nothing; anything else reads as nothing. */
export function side<const TSchema extends v.GenericSchema>(schema: TSchema) {
  return v.fallback(v.optional(v.nullable(schema)), undefined);
}

export const sideWords = side(v.string());

/** A whole number of tokens; below zero or in text, it counts nothing. */
export const sideCount = side(v.pipe(v.number(), v.integer(), v.minValue(0)));
