import type { BitReader, BitWriter } from './range-coder.ts';

/** How one kind of value is written and read back; both ways stand together so that they cannot part. */
export interface Field<T> {
  write(out: BitWriter, value: T): void;
  /** @throws {RangeError} where no writer can have written what is there */
  read(from: BitReader): T;
}

const MOST_BITS = 48;
const MOST_TEXT_BYTES = 8_192;

/** True or false. */
export function flag(name: string): Field<boolean> {
  return {
    write: (out, value) => {
      out.bit(name, value);
    },
    read: (from) => from.bit(name),
  };
}

/** A whole number from 0: how many bits it has, then those bits (Elias's gamma code). */
export function whole(name: string): Field<number> {
  return {
    write(out, value) {
      if (!Number.isSafeInteger(value) || value < 0 || value + 1 >= 2 ** MOST_BITS)
        throw new RangeError(`${name} cannot be ${value}.`);
      const bits = Math.floor(Math.log2(value + 1));
      for (let each = 0; each < bits; each += 1) out.bit(`${name} length ${each}`, true);
      out.bit(`${name} length ${bits}`, false);
      out.plain(value + 1 - 2 ** bits, bits);
    },
    read(from) {
      let bits = 0;
      while (from.bit(`${name} length ${bits}`)) {
        bits += 1;
        if (bits >= MOST_BITS) throw new RangeError(`${name} is too large.`);
      }
      return 2 ** bits + from.plain(bits) - 1;
    },
  };
}

/**
 * One of a list, by its code.
 * @param codes under which each is written, 0 to 2 ** bits - 1; by default its place. Links hold them, so they never change
 */
export function choice<const T>(
  name: string,
  all: readonly T[],
  codes: (value: T) => number = (value) => all.indexOf(value),
  bits = 4,
): Field<T> {
  const values = new Map(all.map((value) => [codes(value), value]));
  return {
    write(out, value) {
      const code = all.includes(value) ? codes(value) : -1;
      if (code < 0 || code >= 2 ** bits) throw new RangeError(`${name} cannot be ${String(value)}.`);
      let path = 1;
      for (let each = bits - 1; each >= 0; each -= 1) {
        const bit = (code >> each) % 2 === 1;
        out.bit(`${name} ${path}`, bit);
        path = path * 2 + (bit ? 1 : 0);
      }
    },
    read(from) {
      let path = 1;
      for (let each = 0; each < bits; each += 1) path = path * 2 + (from.bit(`${name} ${path}`) ? 1 : 0);
      const value = values.get(path - 2 ** bits);
      if (value === undefined) throw new RangeError(`${name} is none that is known.`);
      return value;
    },
  };
}

/** A value that may be missing. */
export function maybe<T>(name: string, field: Field<T>): Field<T | undefined> {
  return {
    write(out, value) {
      out.bit(`${name} is there`, value !== undefined);
      if (value !== undefined) field.write(out, value);
    },
    read: (from) => (from.bit(`${name} is there`) ? field.read(from) : undefined),
  };
}

/** At most `most` values of one kind. */
export function list<T>(name: string, field: Field<T>, most: number): Field<readonly T[]> {
  const length = whole(`${name} count`);
  return {
    write(out, values) {
      if (values.length > most) throw new RangeError(`${name} cannot be ${values.length}.`);
      length.write(out, values.length);
      for (const value of values) field.write(out, value);
    },
    read(from) {
      const count = length.read(from);
      if (count > most) throw new RangeError(`${name} cannot be ${count}.`);
      return Array.from({ length: count }, () => {
        if (from.isSpent) throw new RangeError(`${name} are not all there.`);
        return field.read(from);
      });
    },
  };
}

/** Texts that links often hold, by their place. Only ever add at the end: links hold the places. */
const KNOWN: readonly string[] = [
  '',
  '1',
  'ReXSonoVQA',
  'Sonoscore sample',
  'openai-compatible',
  'gemini',
  'openai',
  'qwen',
  'seed',
  'openrouter',
  'anthropic',
  'https://generativelanguage.googleapis.com/v1alpha',
  'https://generativelanguage.googleapis.com/v1beta',
  'https://api.openai.com/v1',
  'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  'https://dashscope.aliyuncs.com/compatible-mode/v1',
  'https://openrouter.ai/api/v1',
  'https://api.anthropic.com/v1',
  'http://localhost:8000/v1',
  'http://127.0.0.1:8000/v1',
  'temperature',
  'top_p',
  'top_k',
  'max_tokens',
  'max_completion_tokens',
  'fps',
  'frames_per_second',
  'media_resolution',
  'thinking_level',
  'reasoning_effort',
  'enable_thinking',
  'low',
  'medium',
  'high',
  'unstated',
];
const known = choice('known text', KNOWN, (value) => KNOWN.indexOf(value), 7);

/** Unicode text; what is in `KNOWN` takes a few bits. Lone surrogates become U+FFFD. */
export function text(name: string): Field<string> {
  const byteCount = whole('text length');
  return {
    write(out, value) {
      const isKnown = KNOWN.includes(value);
      out.bit(`${name} is known`, isKnown);
      if (isKnown) {
        known.write(out, value);
        return;
      }
      const bytes = new TextEncoder().encode(value);
      if (bytes.length > MOST_TEXT_BYTES) throw new RangeError(`The ${name} is too long for a link.`);
      byteCount.write(out, bytes.length);
      let before = 0;
      for (const byte of bytes) {
        let path = 1;
        for (let place = 7; place >= 0; place -= 1) {
          const bit = (byte >> place) % 2 === 1;
          out.bit(byteContext(before, path), bit);
          path = path * 2 + (bit ? 1 : 0);
        }
        before = byte;
      }
    },
    read(from) {
      if (from.bit(`${name} is known`)) return known.read(from);
      const length = byteCount.read(from);
      if (length > MOST_TEXT_BYTES) throw new RangeError(`The ${name} is too long.`);
      const bytes = new Uint8Array(length);
      let before = 0;
      for (let at = 0; at < length; at += 1) {
        let path = 1;
        for (let place = 0; place < 8; place += 1) path = path * 2 + (from.bit(byteContext(before, path)) ? 1 : 0);
        before = path - 256;
        bytes[at] = before;
      }
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    },
  };
}

/** Letters follow letters: the high bits of a byte by what kind the one before is, the low ones by the high ones only. */
function byteContext(before: number, path: number): string {
  const kind = before >= 128 ? 'beyond' : before >= 97 ? 'small' : before >= 65 ? 'capital' : 'other';
  return path < 8 ? `text ${kind} ${path}` : `text ${path}`;
}

/** Hex digits in small letters, 4 bits each; any other text as text. */
export function hex(name: string): Field<string> {
  const other = text(name);
  const byteCount = whole(`${name} bytes`);
  return {
    write(out, value) {
      const isHex = /^(?:[0-9a-f]{2}){1,64}$/.test(value);
      out.bit(`${name} is hex`, isHex);
      if (!isHex) {
        other.write(out, value);
        return;
      }
      byteCount.write(out, value.length / 2);
      for (const digit of value) out.plain(Number.parseInt(digit, 16), 4);
    },
    read(from) {
      if (!from.bit(`${name} is hex`)) return other.read(from);
      const count = byteCount.read(from);
      if (count > 64) throw new RangeError(`The ${name} is too long.`);
      return Array.from({ length: 2 * count }, () => from.plain(4).toString(16)).join('');
    },
  };
}
