export { createRunFeed, createRunLocks } from './tabs.ts';
export { createWorkerClock } from './worker-clock.ts';
