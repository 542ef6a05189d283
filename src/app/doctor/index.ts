export { createConnectionTests } from './connection-tests.ts';
export * from './doctor.ts';
