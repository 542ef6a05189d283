import * as v from 'valibot';

/** Turns what one version stored into the next version's form; `formatVersion` is counted up for it. */
export type UpgradeStep = (stored: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const versioned = v.looseObject({ formatVersion: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/**
 * What an older version stored, in the form of today's, which is `steps.length + 1`. Anything else comes back as it is: whoever
 * reads it says what is wrong with it.
 * @param steps the first leads from version 1 to 2, the next from 2 to 3
 */
export function upgraded(stored: unknown, steps: readonly UpgradeStep[]): unknown {
  const parsed = v.safeParse(versioned, stored);
  if (!parsed.success) return stored;
  let record: Readonly<Record<string, unknown>> = parsed.output;
  const from = parsed.output.formatVersion;
  for (const [index, step] of steps.slice(from - 1).entries()) {
    record = { ...step(record), formatVersion: from + index + 1 };
  }
  return record;
}
