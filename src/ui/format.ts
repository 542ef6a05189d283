import { language, numberLocale } from '../language/index.ts';

/** `1 question`, `514 questions`: a count with its noun. */
export function count(value: number, one: string, many = `${one}s`): string {
  // Chinese nouns know no plural.
  return `${integer(value)} ${value === 1 || language() === 'zh-Hans' ? one : many}`;
}

/** A whole number with its thousands apart. */
export function integer(value: number): string {
  return value.toLocaleString(numberLocale(), { maximumFractionDigits: 0 });
}

/** A share of 1 as a percentage with one digit, `66.3 %` or `−4.2 %`. */
export function percent(share: number): string {
  const digits = (share * 100).toFixed(1).replace(/^-(?=0\.0$)/, '');
  return `${digits.replace('-', '−')} %`;
}

/** Seconds, `42.0 s`. */
export function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

/** A place in a video to a tenth of a second, `0:42.3` or `1:02:07.0`. */
export function timecodeTenths(valueSeconds: number): string {
  const tenths = Math.max(0, Math.round(valueSeconds * 10));
  return `${timecode(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** A place in a video, `0:42` or `1:02:07`. */
export function timecode(valueSeconds: number): string {
  const whole = Math.max(0, Math.floor(valueSeconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Bytes as `312 KB` or `1.4 MB` (thousands, as disks and providers count). */
export function bytes(value: number): string {
  if (value < 1000) return `${value} bytes`;
  if (value < 999_500) return `${Math.round(value / 1000)} KB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

/** An ISO date for a person in this browser's time zone, or the text itself where it is no date. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString(numberLocale(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** A Video key as a title: underscores are spaces. */
export function videoTitle(videoKey: string): string {
  return videoKey.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();
}

/** US dollars: cents from ten of them on, as many digits as it takes below. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0';
  const digits =
    usd >= 0.095 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };
  return `$${usd.toLocaleString(numberLocale(), digits)}`;
}

/** How long something takes, roughly: `40 s`, `12 min`, `3 h 20 min`. */
export function duration(ms: number): string {
  const wholeSeconds = Math.max(0, Math.round(ms / 1000));
  if (wholeSeconds < 90) return `${wholeSeconds} s`;
  const minutes = Math.round(wholeSeconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** The time of day of a moment, in this browser's time zone; with its date where that is not today. */
export function clockTime(ms: number, nowMs: number): string {
  const date = new Date(ms);
  const time = date.toLocaleTimeString(numberLocale());
  return date.toDateString() === new Date(nowMs).toDateString()
    ? time
    : `${date.toLocaleDateString(numberLocale(), { dateStyle: 'medium' })}, ${time}`;
}

/** Several names in a sentence: `a`, `a and b`, `a, b and c`. */
export function listOf(names: readonly (string | undefined)[]): string {
  const known = names.filter((name) => name !== undefined);
  const last = known.at(-1) ?? '';
  return known.length < 2 ? last : `${known.slice(0, -1).join(', ')} and ${last}`;
}

const LONGEST_NAME = 120;

/** A name that anybody may have written: without signs that turn the words beside it round, and no longer than is read. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
  return plain.length <= LONGEST_NAME ? plain : `${Array.from(plain.slice(0, LONGEST_NAME)).slice(0, -1).join('')}…`;
}
