/**
 * FNV-1a over UTF-16 code units, 32 bits, as seven digits to the base of 36. Each step is a bijection of the state, so that
 * one altered character is always found out.
 */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/** The parts of a code with its checksum behind them. */
export function sealed(parts: readonly string[]): string {
  const text = parts.join('.');
  return `${text}.${checksum(text)}`;
}

/**
 * The parts of a code, its checksum taken off.
 * @param what `deck` or `answers`, for the sentence
 * @throws {TypeError} one sentence, where the code is of a newer page, was cut short or altered
 */
export function unsealed(code: string, what: string, version: string, count: number): readonly string[] {
  const parts = code.split('.');
  const [first = ''] = parts;
  if (/^\d+$/.test(first) && Number(first) > Number(version))
    throw new TypeError(`This code of ${what} was made by a newer Sonoscore: reload the page to get that version.`);
  if (first !== version || parts.length < count + 1)
    throw new TypeError(`This is not a whole code of ${what}: copy all of it, from its first character to its last.`);
  const check = parts[parts.length - 1] ?? '';
  if (parts.length > count + 1 || checksum(parts.slice(0, -1).join('.')) !== check)
    throw new TypeError(`This code of ${what} was cut short or altered on its way: copy it again, all of it.`);
  return parts.slice(0, -1);
}
