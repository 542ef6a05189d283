export { runToCsv } from './csv.ts';
export { createRunExchange } from './run-exchange.ts';
export { readRunFile, writeRunFile } from './run-file.ts';
export { exportUpstream, groupUpstream, importUpstream, type ImportedRun } from './upstream/index.ts';
