export * from './crop.ts';
export * from './window.ts';
