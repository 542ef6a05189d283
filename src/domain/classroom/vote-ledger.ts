export type VoteStage = 'first' | 'second';

/** What one person chose at one Question, before the discussion or after it. */
export interface Vote {
  /** Made up by the person's own device; no name. */
  readonly personId: string;
  readonly questionId: string;
  readonly stage: VoteStage;
  /** Index into the printed options. */
  readonly choice: number;
  /** Grows with each vote of a person: of two at the same place, the higher one stands. */
  readonly counter: number;
}

/** Raised hands, as the teacher counted them. */
export interface HandCount {
  readonly questionId: string;
  readonly stage: VoteStage;
  /** By printed option. */
  readonly counts: readonly number[];
  readonly counter: number;
}

/** What one person wrote in answer to a free-response Question, before the discussion or after it. */
export interface TextAnswer {
  /** As of a Vote. */
  readonly personId: string;
  readonly questionId: string;
  readonly stage: VoteStage;
  readonly text: string;
  /** As of a Vote, and counted together with that person's votes. */
  readonly counter: number;
}

/** How many points the teacher gave for a text. */
export interface TextScore {
  readonly personId: string;
  readonly questionId: string;
  readonly stage: VoteStage;
  /** The counter of the text that was read: a text that is changed later has no score. */
  readonly textCounter: number;
  /** Absent: taken back. */
  readonly score?: 0 | 1 | 2 | undefined;
  readonly counter: number;
}

/**
 * Every vote of a class, one for each person, Question and stage, in one order whatever way they came. Merging is commutative,
 * associative and idempotent (a last-write-wins map), so that a vote told twice, late or by two tabs counts once.
 */
export interface VoteLedger {
  readonly votes: readonly Vote[];
  readonly hands: readonly HandCount[];
  /** Absent where nobody wrote anything. */
  readonly texts?: readonly TextAnswer[] | undefined;
  readonly scores?: readonly TextScore[] | undefined;
}

export const EMPTY_VOTES: VoteLedger = { votes: [], hands: [] };

export function mergeVotes(one: VoteLedger, other: VoteLedger): VoteLedger {
  const texts = [...(one.texts ?? []), ...(other.texts ?? [])];
  const scores = [...(one.scores ?? []), ...(other.scores ?? [])];
  return {
    votes: latest([...one.votes, ...other.votes], voteKey, ({ choice }) => [choice]),
    hands: latest([...one.hands, ...other.hands], handsKey, ({ counts }) => counts),
    ...(texts.length > 0 ? { texts: latest(texts, voteKey, ({ text }) => codesOf(text)) } : {}),
    ...(scores.length > 0
      ? { scores: latest(scores, voteKey, ({ score, textCounter }) => [textCounter, score ?? -1]) }
      : {}),
  };
}

export function castVote(ledger: VoteLedger, vote: Vote): VoteLedger {
  return mergeVotes(ledger, { votes: [vote], hands: [] });
}

/** Puts a count of hands in the place of the earlier one. */
export function setHands(
  ledger: VoteLedger,
  questionId: string,
  stage: VoteStage,
  counts: readonly number[],
): VoteLedger {
  const before = ledger.hands.find((each) => each.questionId === questionId && each.stage === stage);
  return mergeVotes(ledger, {
    votes: [],
    hands: [{ questionId, stage, counts, counter: (before?.counter ?? 0) + 1 }],
  });
}

/** The votes of persons at one Question and stage; none that names an option which is not there. */
export function votesOf(
  ledger: VoteLedger,
  questionId: string,
  stage: VoteStage,
  optionCount: number,
): readonly Vote[] {
  return ledger.votes.filter(
    (vote) => vote.questionId === questionId && vote.stage === stage && vote.choice < optionCount,
  );
}

/** How many chose each option, by vote or raised hand. */
export function countsFor(
  ledger: VoteLedger,
  questionId: string,
  stage: VoteStage,
  optionCount: number,
): readonly number[] {
  const counts = Array.from({ length: optionCount }, () => 0);
  for (const { choice } of votesOf(ledger, questionId, stage, optionCount)) counts[choice] = (counts[choice] ?? 0) + 1;
  const raised = ledger.hands.find((each) => each.questionId === questionId && each.stage === stage);
  return counts.map((count, option) => count + (raised?.counts[option] ?? 0));
}

/** The option that most chose; undefined where nobody voted or several have the most. */
export function majorityOf(counts: readonly number[]): number | undefined {
  const most = Math.max(0, ...counts);
  const first = counts.indexOf(most);
  return most === 0 || counts.lastIndexOf(most) !== first ? undefined : first;
}

function voteKey({ questionId, stage, personId }: Pick<Vote, 'questionId' | 'stage' | 'personId'>): string {
  return JSON.stringify([questionId, stage, personId]);
}

function codesOf(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function handsKey({ questionId, stage }: HandCount): string {
  return JSON.stringify([questionId, stage]);
}

/** Of those at one place, the one with the highest counter; where two tabs counted alike, the one with the higher content. */
function latest<T extends { readonly counter: number }>(
  all: readonly T[],
  keyOf: (each: T) => string,
  contentOf: (each: T) => readonly number[],
): readonly T[] {
  const standing = new Map<string, T>();
  for (const each of all) {
    const key = keyOf(each);
    const known = standing.get(key);
    const isLater =
      known === undefined ||
      each.counter > known.counter ||
      (each.counter === known.counter && isHigher(contentOf(each), contentOf(known)));
    if (isLater) standing.set(key, each);
  }
  return [...standing].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, each]) => each);
}

function isHigher(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}
