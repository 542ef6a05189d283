export { runToCsv } from './csv.ts';
export { readRunFile, writeRunFile } from './run-file.ts';
