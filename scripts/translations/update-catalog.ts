import PO from 'pofile';
import type { CompiledElement } from 'wuchale/compiler';

import { compileMessage, type SourceMessage } from './transform.ts';

const HEADERS = {
  Language: 'zh-Hans',
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
};

/**
 * The catalogue with just the messages of the sources, in their order; translations that are there stay.
 * @param text the catalogue as it is, in gettext's format
 */
export function updateCatalog(text: string, messages: readonly SourceMessage[]): string {
  const known = new Map(PO.parse(text).items.map((item) => [item.msgid, item]));
  const catalog = new PO();
  catalog.headers = HEADERS;
  const items = new Map<string, InstanceType<typeof PO.Item>>();
  for (const { text: english, file, placeholders } of messages) {
    const item = items.get(english) ?? new PO.Item();
    if (!items.has(english)) {
      const before = known.get(english);
      item.msgid = english;
      item.msgstr = [before?.msgstr[0] ?? ''];
      item.comments = before?.comments ?? [];
      if (before?.flags['fuzzy'] === true) item.flags = { fuzzy: true };
      item.extractedComments = placeholders.map((code, index) => `{${index}}: ${code.replaceAll(/\s+/g, ' ')}`);
      items.set(english, item);
    }
    if (!item.references.includes(file)) item.references.push(file);
  }
  catalog.items = [...items.values()];
  return `${catalog.toString().trimEnd()}\n`;
}

/**
 * Whether a translation has the tags of its message, and no value that the message lacks. It may leave values out: Chinese says “is” and
 * “are” alike, or not at all.
 */
function fits(message: CompiledElement, translation: CompiledElement): boolean {
  const values = (pieces: CompiledElement) =>
    (typeof pieces === 'string' ? [] : pieces).filter((piece) => typeof piece === 'number');
  const tags = (pieces: CompiledElement) => {
    const found = new Map<number, CompiledElement>();
    if (typeof pieces !== 'string')
      for (const piece of pieces) if (Array.isArray(piece)) found.set(piece[0], piece.slice(1));
    return found;
  };
  const known = new Set(values(message));
  const [before, after] = [tags(message), tags(translation)];
  return (
    values(translation).every((value) => known.has(value)) &&
    before.size === after.size &&
    [...before].every(([tag, inside]) => fits(inside, after.get(tag) ?? ['', -1]))
  );
}

/** What is wrong with a catalogue, a sentence each. @param updated what `updateCatalog` makes of it */
export function checkCatalog(text: string, updated: string): readonly string[] {
  const there = new Set(PO.parse(text).items.map(({ msgid }) => msgid));
  const faults: string[] = [];
  for (const { msgid, msgstr, flags, references } of PO.parse(updated).items) {
    const where = `${references[0] ?? ''}: “${msgid}”`;
    const translation = msgstr[0] ?? '';
    if (!there.has(msgid)) faults.push(`${where} is not in the catalogue.`);
    else if (translation === '') faults.push(`${where} has no translation.`);
    else if (flags['fuzzy'] === true) faults.push(`${where} is marked as doubtful (fuzzy).`);
    else if (!fits(compileMessage(msgid), compileMessage(translation)))
      faults.push(`${where} has other placeholders or tags than its translation “${translation}”.`);
  }
  if (faults.length === 0 && text !== updated)
    faults.push('The catalogue names sentences or places that the sources no longer hold.');
  return faults;
}
