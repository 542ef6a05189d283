import type { OptionLetter } from '../benchmark/index.ts';
import type { Answer } from './answer-at.ts';

/**
 * How firmly something was said, the firmest first: an answer called so; a judgement or conclusion; a line that is a letter; a
 * line that begins with one; a mention.
 */
export const FIRMNESS = ['answer', 'judgement', 'line', 'heading', 'mention'] as const;
export type Firmness = (typeof FIRMNESS)[number];

/** One place where a reply commits to an option, or to something that is none. */
export interface Commitment {
  readonly firmness: Firmness;
  readonly rule: string;
  readonly position: number;
  readonly answer: Commit;
}

export type Commit =
  | { readonly kind: 'one'; readonly letter: OptionLetter }
  | { readonly kind: 'several' }
  | { readonly kind: 'not-shown' };

/** A Commitment without what the answer has besides. */
export function commitment(firmness: Firmness, rule: string, position: number, answer: Answer | Commit): Commitment {
  return {
    firmness,
    rule,
    position,
    answer: answer.kind === 'one' ? { kind: 'one', letter: answer.letter } : { kind: answer.kind },
  };
}
