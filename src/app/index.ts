export * from './ports.ts';
export type * from './services.ts';
