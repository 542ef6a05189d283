/** The letters that the reference knows. */
export type ReferenceLetter = 'A' | 'B' | 'C' | 'D';

/** Ends a word as the reference's language counts words: letters and digits of any script, and the underscore. */
const WORD_END = '(?![\\p{L}\\p{N}_])';

/** The reference's rules in its order; each has the letter as its only group. */
const RULES: readonly RegExp[] = [
  new RegExp(`answer:\\s*\\*?([a-d])${WORD_END}`, 'iu'),
  /(?:^|\n)\*?([A-D])[.)]/u,
  new RegExp(`(?:answer|option) is\\s*\\*?([a-d])${WORD_END}`, 'iu'),
  /^([A-D])/iu,
];

/**
 * The letter that the reference implementation reads from a reply, faults included: it takes `Answer: **B**` for A, since no
 * rule but the last one fits and the reply begins with an A. Needed to reproduce published numbers; `extractRobust` reads better.
 */
export function extractReference(reply: string): ReferenceLetter | undefined {
  const text = reply.trim();
  for (const rule of RULES) {
    const letter = toLetter(rule.exec(text)?.[1]);
    if (letter !== undefined) return letter;
  }
  return undefined;
}

function toLetter(text: string | undefined): ReferenceLetter | undefined {
  const letter = text?.toUpperCase();
  return letter === 'A' || letter === 'B' || letter === 'C' || letter === 'D' ? letter : undefined;
}
