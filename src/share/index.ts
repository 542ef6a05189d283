export { runToCsv } from './csv.ts';
export { readRunFile, writeRunFile } from './run-file.ts';
export {
  exportUpstream,
  groupUpstream,
  importUpstream,
  type ImportedRun,
  type ImportOptions,
  type UpstreamFile,
  type UpstreamGroup,
} from './upstream/index.ts';
