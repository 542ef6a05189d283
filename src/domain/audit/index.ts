export { auditReport, judgeAgreement, type AuditReport, type PersonScore } from './audit-report.ts';
export { blindSample, type SampledAttempt } from './blind-sample.ts';
export type { JudgeScore } from './judged.ts';
export { errorTypeFor, withOverride, withoutOverride } from './override.ts';
