export { type Database, openDatabase } from './database.ts';
export { createRunStore } from './run-store.ts';
