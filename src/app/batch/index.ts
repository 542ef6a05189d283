export { batchSize } from './batch-size.ts';
export { readBatch } from './read-batch.ts';
export { batchName, writeBatch } from './write-batch.ts';
