export { beginAudit, parseAudit, scoreOf, withScore, type Audit, type AuditScore } from './audit.ts';
export { auditReport, judgeAgreement, type AuditReport } from './audit-report.ts';
export { blindSample, USUAL_SAMPLE_SIZE } from './blind-sample.ts';
export { judgedAttempts, type JudgeScore } from './judged.ts';
export { canOverride, errorTypeFor, withOverride, withoutOverride } from './override.ts';
