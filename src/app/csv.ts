/** What a cell of a table may hold; undefined leaves it empty. */
export type Cell = string | number | undefined;

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8, and with no cell that one would calculate. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula, full-width signs included, gets an apostrophe before it. */
function csvCell(value: Cell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
