/** The number as JSON writes it: `+5`, `0x10` and `1_000` stay text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A typed value as what it means: true, false and numbers are themselves, all else is text. In quotes, anything is text. */
export function parameterValue(text: string): string | number | boolean {
  const trimmed = text.trim();
  if (trimmed === 'true') return true;
  if (trimmed === 'false') return false;
  if (NUMBER.test(trimmed)) return Number(trimmed);
  const quoted = /^"(.*)"$/s.exec(trimmed);
  return quoted?.[1] ?? trimmed;
}

/** A value as it is typed; `parameterValue` reads it back. */
export function parameterText(value: string | number | boolean): string {
  return typeof value === 'string' && parameterValue(value) !== value ? `"${value}"` : String(value);
}
