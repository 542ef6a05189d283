import fc from 'fast-check';

/** Values that readers of files seldom think of. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    1e21,
    2 ** 31,
    2 ** 53,
    Number.MIN_VALUE,
    [],
    {},
    [[]],
    '__proto__',
    'constructor',
    '\u0000',
    '\uD800',
    '\u202Egnp',
    '<img src=x onerror=alert(1)>',
    '../../../etc/passwd',
    'javascript:alert(1)',
  ),
  fc.constantFrom(
    ...['A. ', ' ', '\n', '(', '\\', '{', '"', 'a', 'Answer: ', '\u00e9'].map((unit) => unit.repeat(3_000)),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(50, 1_500).map(nested),
);

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = 'the end';
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}

type Change =
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'delete' | 'repeat' | 'swap' }
  | { readonly kind: 'add'; readonly key: string; readonly value: unknown };

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace'), value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'repeat', 'swap') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('add'),
      key: fc.constantFrom('__proto__', 'constructor', 'toString', 'length', ''),
      value: hostileValue,
    }),
  },
);

/** `base` (JSON) with one to four places in it changed, taken away, repeated or filled with what does not belong there. */
export function changedJson(base: unknown): fc.Arbitrary<unknown> {
  return fc.array(fc.tuple(fc.nat({ max: 5_000 }), change), { minLength: 1, maxLength: 4 }).map((changes) => {
    const root = { base: structuredClone(base) };
    for (const [at, each] of changes) applyTo(root, at, each);
    return root.base;
  });
}

function applyTo(root: object, at: number, change: Change): void {
  const places = placesIn(root);
  const place = places[at % places.length];
  if (place === undefined) return;
  const [holder, key] = place;
  const value: unknown = Reflect.get(holder, key);
  switch (change.kind) {
    case 'replace':
      Reflect.set(holder, key, change.value);
      return;
    case 'delete':
      if (holder !== root) Reflect.deleteProperty(holder, key);
      return;
    case 'repeat':
      if (Array.isArray(value)) Reflect.set(holder, key, [...value, ...value, ...value]);
      return;
    case 'swap': {
      const other = places[(at * 7 + 3) % places.length];
      if (other !== undefined) Reflect.set(holder, key, structuredClone(Reflect.get(...other)));
      return;
    }
    case 'add':
      // As JSON.parse does it: `__proto__` becomes a key like any other.
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        Object.defineProperty(value, change.key, {
          value: change.value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
  }
}

function placesIn(root: object): readonly (readonly [holder: object, key: string])[] {
  const places: (readonly [object, string])[] = [];
  const waiting: object[] = [root];
  for (let holder = waiting.pop(); holder !== undefined && places.length < 5_000; holder = waiting.pop()) {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const value: unknown = Reflect.get(holder, key);
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return places;
}

/** JSON text that was changed in what it says, and now and then also in how it is written. */
export function changedJsonText(base: unknown): fc.Arbitrary<string> {
  const text = changedJson(base).map(written);
  return fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: text.chain(changedText) });
}

/** As JSON. */
export function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A few deep lists within each other, which reading takes and writing does not.
    return `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  }
}

type Edit = readonly [where: number, length: number, put: string];

/** A text with pieces cut out of it and others put in. */
export function changedText(base: string): fc.Arbitrary<string> {
  const put = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('"', '\\', '{', '}', '[', ',', '\n', '"""', "'", '#', '\uFEFF', '1e999', '\u0000'),
    fc.constantFrom('[', '{"a":', '(', ' ', '\\').map((unit) => unit.repeat(20_000)),
  );
  const edit: fc.Arbitrary<Edit> = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 12 }), put);
  return fc.array(edit, { minLength: 1, maxLength: 5 }).map((edits) =>
    edits.reduce((text, [where, length, piece]) => {
      const at = Math.floor(where * text.length);
      return text.slice(0, at) + piece + text.slice(at + length);
    }, base),
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff] as const;

type ByteEdit = { readonly where: number } & (
  | { readonly kind: 'flip'; readonly bit: number }
  | { readonly kind: 'number'; readonly value: number; readonly size: 1 | 2 | 4 }
  | { readonly kind: 'cut' | 'end' | 'repeat'; readonly length: number }
  | { readonly kind: 'put'; readonly bytes: Uint8Array }
);

const where = fc.double({ min: 0, max: 1, noNaN: true });
const byteEdit: fc.Arbitrary<ByteEdit> = fc.oneof(
  fc.record({ kind: fc.constant('flip'), where, bit: fc.nat({ max: 7 }) }),
  fc.record({
    kind: fc.constant('number'),
    where,
    value: fc.oneof(fc.constantFrom(...INTERESTING), fc.nat({ max: 0xffff_ffff })),
    size: fc.constantFrom(1, 2, 4),
  }),
  fc.record({ kind: fc.constantFrom('cut', 'end', 'repeat'), where, length: fc.nat({ max: 64 }) }),
  fc.record({ kind: fc.constant('put'), where, bytes: fc.uint8Array({ maxLength: 32 }) }),
);

/** Bytes with bits flipped, numbers overwritten by those at the ends of their range, pieces cut, repeated and put in. */
export function changedBytes(base: Bytes): fc.Arbitrary<Bytes> {
  return fc
    .array(byteEdit, { minLength: 1, maxLength: 6 })
    .map((edits) => edits.reduce<Bytes>((bytes, edit) => edited(bytes, edit), base.slice()));
}

function edited(bytes: Bytes, edit: ByteEdit): Bytes {
  const at = Math.floor(edit.where * Math.max(0, bytes.length - 1));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (edit.kind) {
    case 'flip':
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << edit.bit);
      return bytes;
    case 'number':
      if (at + edit.size > bytes.length) return bytes;
      if (edit.size === 1) view.setUint8(at, edit.value);
      else if (edit.size === 2) view.setUint16(at, edit.value, true);
      else view.setUint32(at, edit.value, true);
      return bytes;
    case 'cut':
      return joined(bytes.subarray(0, at), bytes.subarray(at + edit.length));
    case 'end':
      return bytes.slice(0, at);
    case 'repeat':
      return joined(bytes.subarray(0, at + edit.length), bytes.subarray(at));
    case 'put':
      return joined(bytes.subarray(0, at), edit.bytes, bytes.subarray(at));
  }
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
