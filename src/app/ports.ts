/** What the use cases ask of the adapters, and the one error that adapters throw. */
export type * from './ports/benchmark-ports.ts';
export type * from './ports/classroom-ports.ts';
export * from './ports/clip-ports.ts';
export type * from './ports/model-ports.ts';
export type * from './ports/run-ports.ts';
export * from './ports/sonoscore-error.ts';
export type * from './ports/tab-ports.ts';
