export { mostPoints, pointsOf } from './points.ts';
export { outcomeOfVerdict, scoreAttempt, scoreChoice, standingVerdict, type Readings } from './score-attempt.ts';
