/** One string literal of a Python source. */
export interface PythonLiteral {
  /** Where it begins, prefix letters included, and where it ends. */
  readonly start: number;
  readonly end: number;
  /** Lower case: `f`, `r`, `b`, `u` or two of them. */
  readonly prefix: string;
  /** What stands between the quotes, escapes untouched. */
  readonly raw: string;
}

const QUOTES = /^(?:"""|'''|"|')/;
const PREFIX_BEFORE = /(?<![\p{L}\p{N}_])([rbfu]{1,2})$/iu;

/**
 * Finds the string literals of a Python source, so that what looks like code inside a string or a comment is not taken
 * for code. No Python is run; undefined where a string never ends.
 */
export function pythonLiterals(source: string): readonly PythonLiteral[] | undefined {
  const literals: PythonLiteral[] = [];
  let position = 0;
  while (position < source.length) {
    const character = source[position];
    if (character === '#') {
      const lineEnd = source.indexOf('\n', position);
      position = lineEnd === -1 ? source.length : lineEnd;
      continue;
    }
    const quote =
      character === '"' || character === "'" ? QUOTES.exec(source.slice(position, position + 3))?.[0] : undefined;
    if (quote === undefined) {
      position += 1;
      continue;
    }
    const bodyStart = position + quote.length;
    const bodyEnd = endOfBody(source, bodyStart, quote);
    if (bodyEnd === undefined) return undefined;
    const prefix = PREFIX_BEFORE.exec(source.slice(Math.max(0, position - 3), position))?.[1] ?? '';
    const end = bodyEnd + quote.length;
    literals.push({
      start: position - prefix.length,
      end,
      prefix: prefix.toLowerCase(),
      raw: source.slice(bodyStart, bodyEnd),
    });
    position = end;
  }
  return literals;
}

function endOfBody(source: string, start: number, quote: string): number | undefined {
  for (let position = start; position < source.length; position += 1) {
    if (source.startsWith(quote, position)) return position;
    // A backslash keeps the next character from ending the string, in raw strings too.
    if (source[position] === '\\') position += 1;
    else if (source[position] === '\n' && quote.length === 1) return undefined;
  }
  return undefined;
}

const SIMPLE_ESCAPES = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

/** The text that a literal's raw body stands for; undefined for escapes that need Python's tables (`\N{...}`) or are broken. */
export function unescapePython(raw: string): string | undefined {
  let broken = false;
  const text = raw.replace(ESCAPE, (whole, octal?: string, x?: string, u?: string, long?: string, simple?: string) => {
    const hex = x ?? u ?? long;
    const codePoint = hex !== undefined ? parseInt(hex, 16) : octal !== undefined ? parseInt(octal, 8) : undefined;
    if (codePoint !== undefined && codePoint <= 0x10ffff) return String.fromCodePoint(codePoint);
    if (simple === undefined || 'NxuU'.includes(simple)) {
      broken = true;
      return whole;
    }
    return SIMPLE_ESCAPES.get(simple) ?? whole;
  });
  return broken ? undefined : text;
}
