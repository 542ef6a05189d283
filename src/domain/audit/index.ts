export { auditReport, judgeAgreement, type AuditReport, type PersonScore } from './audit-report.ts';
export { blindSample, USUAL_SAMPLE_SIZE, type SampledAttempt } from './blind-sample.ts';
export { correctedScore, type AuditedScore, type CorrectedScore } from './corrected-score.ts';
export { judgedAttempts, type AttemptKey, type Judged, type JudgeScore } from './judged.ts';
export { errorTypeFor, withOverride, withoutOverride } from './override.ts';
