export { exportUpstream } from './export-upstream.ts';
export { groupUpstream, type UpstreamFile, type UpstreamGroup } from './file-names.ts';
export { importUpstream, type ImportedRun, type ImportOptions } from './import-upstream.ts';
