/** An id for a person who has no name here: ten small letters and digits at random. */
export function newPersonId(): string {
  const digits = 'abcdefghijklmnopqrstuvwxyz234567';
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => digits[byte % 32] ?? 'a').join('');
}
