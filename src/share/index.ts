export { runToCsv } from './csv.ts';
export { createRunExchange, type RunExchangePorts } from './run-exchange.ts';
export { readRunFile, writeRunFile } from './run-file.ts';
export { exportUpstream, groupUpstream, importUpstream, type ImportedRun } from './upstream/index.ts';
