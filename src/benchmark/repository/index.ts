export { FileFetcher, type HeldFiles } from './fetch-files.ts';
export { type CodeHosts, loadAddress } from './load-address.ts';
export { addPrompts, loadQuestions, loadResults } from './load.ts';
export { Mirrors } from './mirrors.ts';
