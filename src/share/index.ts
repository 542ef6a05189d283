export { runToCsv } from './csv.ts';
export { readPermalink, writePermalink } from './permalink/index.ts';
export { createRemoteFiles } from './fetch-file.ts';
export { createRunExchange } from './run-exchange.ts';
export { readRunFile, writeRunFile } from './run-file.ts';
export { exportUpstream, groupUpstream, importUpstream, type ImportedRun } from './upstream/index.ts';
