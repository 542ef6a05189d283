export { mostPoints, pointsOf } from './points.ts';
export {
  keptReadings,
  outcomeOfVerdict,
  scoreAttempt,
  scoreChoice,
  standingVerdict,
  type Readings,
} from './score-attempt.ts';
