export { batchSize } from './batch-size.ts';
export { readBatch } from './read-batch.ts';
export { waitingCalls } from './waiting-calls.ts';
export { batchName, writeBatch } from './write-batch.ts';
