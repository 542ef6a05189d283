export { auditReport, judgeAgreement } from './audit-report.ts';
export { blindSample } from './blind-sample.ts';
export type { JudgeScore } from './judged.ts';
export { canOverride, errorTypeFor, withOverride, withoutOverride } from './override.ts';
