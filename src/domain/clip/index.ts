export * from './choose-frames.ts';
export * from './correction.ts';
export * from './crop.ts';
export * from './encoding-rate.ts';
export * from './match-file.ts';
export * from './source-check.ts';
export * from './window.ts';
