export { createAuditStore } from './audit-store.ts';
export { createBenchmarkStore } from './benchmark-store.ts';
export { createClipStore } from './clip-store.ts';
export { createCorrectionStore } from './correction-store.ts';
export { createCredentials } from './credentials.ts';
export { type Database, openDatabase } from './database.ts';
export { createReplyCache } from './reply-cache.ts';
export { createRunStore } from './run-store.ts';
export { createSourcePlaceStore } from './source-place-store.ts';
