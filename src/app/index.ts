export * from './clip-spec.ts';
export { type Automation, createAutomation } from './automation.ts';
export { createConnectionTests } from './connection-tests.ts';
export * from './cost.ts';
export * from './doctor.ts';
export { forecastRun, type RunForecast } from './forecast.ts';
export * from './ports.ts';
export { createRuns, type RunPorts } from './run/index.ts';
export type * from './services.ts';
