export { exportUpstream } from './export-upstream.ts';
export { groupUpstream, type UpstreamFile } from './file-names.ts';
export { importUpstream, type ImportedRun } from './import-upstream.ts';
