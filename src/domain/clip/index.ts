export * from './crop.ts';
export * from './match-file.ts';
export * from './window.ts';
