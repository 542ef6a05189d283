export * from './cost.ts';
export * from './doctor.ts';
export * from './ports.ts';
export type * from './services.ts';
