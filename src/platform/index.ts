export { createFileDoor } from './automation-files.ts';
export { createPageUpdates } from './page-updates.ts';
export { savesData } from './saves-data.ts';
export { createStorageKeeping } from './storage-keeping.ts';
export { createEndSignals } from './end-signals.ts';
export { createRunFeed, createRunLocks } from './tabs.ts';
export { createWorkerClock } from './worker-clock.ts';
export { trustOwnScripts } from './trusted-scripts.ts';
