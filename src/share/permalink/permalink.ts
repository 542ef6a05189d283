import { headlineFollows, type SharedResult } from '../../domain/permalink/index.ts';
import type { PermalinkReading } from '../../app/index.ts';
import { openSealed, sealBytes, type Envelope } from './envelope.ts';
import { BitReader, BitWriter } from './range-coder.ts';
import { resultField } from './result-field.ts';

const REFUSALS: Readonly<Record<Exclude<Envelope['kind'], 'whole'>, string>> = {
  cut: 'This link was cut short on its way: its end is missing. Ask for it again, or copy it whole.',
  altered: 'This link was altered on its way: it is not as it was made. Ask for it again, or copy it anew.',
  newer: 'This link was made by a newer Sonoscore: reload the page to get that version.',
};

/**
 * A whole result as the text that stands after `#/r/`.
 * @throws {RangeError} one sentence, where something is too large for a link
 */
export function writePermalink(result: SharedResult): Promise<string> {
  const out = new BitWriter();
  resultField.write(out, result);
  return sealBytes(out.finish());
}

/** Reads what `writePermalink` wrote: the whole result, or which fault the link has. Never a part of it. */
export async function readPermalink(payload: string): Promise<PermalinkReading> {
  const envelope = await openSealed(payload);
  if (envelope.kind !== 'whole') return { kind: envelope.kind, message: REFUSALS[envelope.kind] };
  try {
    const result = resultField.read(new BitReader(envelope.bytes));
    if (result.runs.length === 0) return senseless('it holds no result');
    return headlineFollows(result)
      ? { kind: 'result', result }
      : senseless('its headline does not follow from its own answers');
  } catch {
    return senseless('what it holds cannot be read');
  }
}

function senseless(why: string): PermalinkReading {
  return { kind: 'senseless', message: `This link was not made by Sonoscore: ${why}.` };
}
