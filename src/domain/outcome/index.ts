export { mostPoints, pointsOf } from './points.ts';
export {
  outcomeOfVerdict,
  scoreAttempt,
  scoreChoice,
  standingVerdict,
  type ExtractionRule,
  type Readings,
  type ScorableAttempt,
  type Scored,
} from './score-attempt.ts';
