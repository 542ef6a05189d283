export { auditReport, judgeAgreement, type AuditReport, type PersonScore } from './audit-report.ts';
export { blindSample, USUAL_SAMPLE_SIZE, type SampledAttempt } from './blind-sample.ts';
export type { CorrectedScore } from './corrected-score.ts';
export type { AttemptKey, JudgeScore } from './judged.ts';
export { errorTypeFor, withOverride, withoutOverride } from './override.ts';
