const LOCALE = 'en-GB';

/** `1 question`, `514 questions`: a count with its noun. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${integer(value)} ${value === 1 ? one : many}`;
}

/** A whole number with its thousands apart. */
export function integer(value: number): string {
  return value.toLocaleString(LOCALE, { maximumFractionDigits: 0 });
}

/** A share of 1 as a percentage with one digit, `66.3 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Seconds from a start as `1:07.4` or `42.0 s`. */
export function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
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
  return date.toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A Video key as a title: underscores are spaces. */
export function videoTitle(videoKey: string): string {
  return videoKey.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();
}
