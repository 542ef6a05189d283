export { clusteredMean } from './clustered-mean.ts';
export {
  exactMcNemar,
  pairedDifference,
  questionsToSeparate,
  type Difference,
  type McNemar,
  type Pair,
  type Separation,
} from './difference.ts';
export { tQuantile } from './distributions.ts';
export {
  JUDGE_SCALE,
  LEVEL,
  UNIT_SCALE,
  type BoundedReason,
  type Estimate,
  type Observation,
  type Scale,
} from './estimate.ts';
export { groupDifference, type GroupDifference } from './group-difference.ts';
export { quadraticKappa, type Kappa, type Rating } from './kappa.ts';
export { repeatParts, type Repeat, type RepeatParts } from './repeats.ts';
export { holm, tiedGroups, type TiedGroups } from './tied-groups.ts';
