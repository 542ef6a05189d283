const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A 32-bit seed of a question's own: the same seed, question and epoch always give the same one, whatever else is in
 * the run. FNV-1a over the three, then MurmurHash3's finaliser, so that neighbours share no bits.
 */
export function questionSeed(seed: number, questionId: string, epoch: number): number {
  let hash = FNV_OFFSET;
  for (const character of `${seed}/${epoch}/${questionId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
