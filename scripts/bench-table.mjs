// The one table of all benches.
import { cpus, platform, totalmem } from 'node:os';

const HEAD = ['| bench | of what | measured |', '| --- | --- | --- |'];
const BEGIN = '<!-- written by `npm run bench -- --write` -->';
const END = '<!-- to here -->';

/** @typedef {Record<string, unknown>} Result one JSON line of a bench */

/** @param {readonly Result[]} results */
export function tableOf(results) {
  return [...HEAD, ...results.map(rowOf)].join('\n');
}

/**
 * BENCHMARKS.md with these results in it; those of benches that were not run stay as they are.
 * @param {string} file
 * @param {readonly Result[]} results
 */
export function inFile(file, results) {
  const [before = '', rest = ''] = file.split(BEGIN);
  const [old = '', after = ''] = rest.split(END);
  const ran = new Set(results.map(({ bench }) => String(bench)));
  const kept = old.split('\n');
  const benchOf = (/** @type {string} */ line) => /^(?:\| |- )`?([\w-]+)`?[ :]/.exec(line)?.[1] ?? '';
  const rows = kept.filter((line) => line.startsWith('| `') && !ran.has(benchOf(line)));
  const machines = kept.filter((line) => line.startsWith('- `') && !ran.has(benchOf(line)));
  const table = [...HEAD, ...[...rows, ...results.map(rowOf)].sort()].join('\n');
  const list = [...machines, ...[...ran].map((bench) => `- \`${bench}\`: ${machine()}`)].sort().join('\n');
  return `${before}${BEGIN}\n\n${table}\n\nMeasured on\n\n${list}\n\n${END}${after}`;
}

/** @param {Result} result */
function rowOf(result) {
  const { bench, ...rest } = result;
  const facts = Object.entries(rest);
  const what = facts.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
  const measured = facts.flatMap(([name, value]) => (typeof value === 'string' ? [] : written(wordsOf(name), value)));
  return `| \`${String(bench)}\` | ${what.join(', ')} | ${measured.join('; ')} |`;
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string[]}
 */
function written(name, value) {
  if (Array.isArray(value)) return [`${name} ${value.join(' and ')}`];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([part, each]) => written(`${name} ${wordsOf(part)}`, each));
  return [`${name} ${value === true ? 'yes' : value === false ? 'no' : String(value)}`];
}

/** @param {string} name as `firstPageKilobytes` */
function wordsOf(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function machine() {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${gigabytes} GB, ${platform()}, Node ${process.versions.node}, ${day}`;
}
