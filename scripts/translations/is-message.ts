import type { Message } from 'wuchale';

import { isTranslated } from './source-files.ts';

const NO_TEXT = new Set(['style', 'code', 'pre', 'kbd', 'path']);
const NO_TEXT_ATTRIBUTES = new Set([
  'class',
  'style',
  'href',
  'd',
  'media',
  'allow',
  'preserveAspectRatio',
  'rootMargin',
]);
/** Single words in code are names of things for the code, but for these. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'src/ui/words.ts': words('answer blocked correct failed imported incorrect question refused right wrong'),
  'src/ui/compare-tables.ts': words('accuracy run against difference question kind type video stem right wrong'),
  'src/ui/result-tables.ts': words('accuracy questions outcome all video rule difference what total answers'),
  'src/ui/plots/plot-table.ts': words('value questions run error answers'),
  'src/ui/estimate-words.ts': words('group'),
  'src/ui/state/shared-state.svelte.ts': words('question answer'),
  'src/ui/components/Ledger.svelte': words('question'),
  'src/ui/components/LedgerGroups.svelte': words('question'),
  'src/ui/components/OutcomeBar.svelte': words('question'),
  'src/domain/classroom/answer-sheet.ts': ['an answer sheet'],
  'src/domain/classroom/answer-code.ts': ['answers'],
  'src/domain/classroom/deck-code.ts': ['a deck'],
  'src/domain/report/shortcut-report.ts': words('one model'),
  'src/app/doctor/doctor.ts': words('frames'),
  'src/ui/notices.ts': words('intervals'),
  'src/ui/components/LeaderboardTable.svelte': words('model accuracy'),
  'src/ui/components/QuestionMatrix.svelte': words('kind type video'),
  'src/ui/pages/RunPage.svelte': words('question'),
  'src/ui/pages/ResultsPage.svelte': words('question'),
};
/** Attributes that a person reads or hears. */
const SAID = new Set(['alt', 'aria-label', 'hint', 'label', 'note', 'placeholder', 'title']);
const KEYS = new Set(['Enter', 'Escape', 'Home', 'End', 'Shift', 'Tab']);
/** Outside the pages: what has two words, or a word and a value (`#`), since it may become part of a sentence. */
const PHRASE = /(?:\p{L}{2}.* .*[\p{L}\d#]|[\p{L}\d#].* .*\p{L}{2})/su;
/** Names, marks of formats, and what no page can come to show. */
const NOT_SAID =
  /^unreachable: |^sonoscore (?:class|permalink)|^PALETTE COLOR$|^@ffmpeg|^Gemini 3|^Seed 2|^(?:address|by-hand|site|YouTube|Bearer) #|^AVI $/;
/** Whose parts of sentences are names of fields, which no person reads. */
const SENTENCES_ONLY = /^src\/share\/permalink\/(?:fields|result-field)\.ts$/;
/** Selectors, media queries, lengths, markup and commands. */
const CODE =
  /^(?:[a-z]+, )+[a-z]+$|^\(?[a-z-]+: ?[^ ]+\)$|\d(?:px|rem)\b|^<svg|^xM|^M[\d#{]|^encrypted-media;|^color-mix|^https?:\/\/[^ ]+$|^system-ui|^[a-z]+ = \{|^(?:npm|brew|pipx|winget) /;

/**
 * Whether a text in a source file is a sentence or a word for people: what is to be translated. Markup always is; in the code of pages a text with a
 * space, a capitalised word, or the noun of a count. The comment `@wc-ignore` before a text takes it out, `@wc-include` takes it in.
 */
export function isMessage(message: Message): boolean {
  const text = message.msgStr.join('\n');
  const { scope, element, attribute, call, file } = message.details;
  if (!/\p{L}{2}/u.test(text) && !/^[A-Z]\b/.test(text)) return false;
  if (element !== undefined && NO_TEXT.has(element)) return false;
  if (scope === 'markup') return true;
  if (attribute !== undefined && NO_TEXT_ATTRIBUTES.has(attribute)) return false;
  if (CODE.test(text)) return false;
  if (WORDS[file]?.includes(text) === true) return true;
  if (!isTranslated(file))
    return PHRASE.test(text) && !NOT_SAID.test(text) && (text.endsWith('.') || !SENTENCES_ONLY.test(file));
  if (call === 'count' || (scope === 'attribute' && SAID.has(attribute ?? ''))) return true;
  if (element === 'CsvButton' && attribute === 'name') return true;
  if (CODE.test(text) || KEYS.has(text)) return false;
  if (/^[A-Z][a-z]+[…:]?$/.test(text)) return true;
  return text !== text.trim() || /\p{L}[^ ]* +[^ ]/u.test(text) || /[^ ] +[^ ]*\p{L}/u.test(text);
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
