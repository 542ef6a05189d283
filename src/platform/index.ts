export { createFileDoor } from './automation-files.ts';
export { createStorageKeeping } from './storage-keeping.ts';
export { createEndSignals } from './end-signals.ts';
export { createRunFeed, createRunLocks } from './tabs.ts';
export { createWorkerClock } from './worker-clock.ts';
