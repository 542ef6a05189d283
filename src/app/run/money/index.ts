export { paidCall } from './paid-call.ts';
export { dearestCallUsd } from './perhaps-billed.ts';
export { Purses } from './purse.ts';
export { Spending } from './spending.ts';
export { sumOfUsage } from './sum-of-usage.ts';
