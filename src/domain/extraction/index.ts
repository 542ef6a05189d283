export * from './reference.ts';
export * from './thinking.ts';
