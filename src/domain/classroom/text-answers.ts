import { mergeVotes, type TextAnswer, type VoteLedger, type VoteStage } from './vote-ledger.ts';

/** Characters of an answer that is typed: more than a sentence or two is read by nobody in front of a class. */
export const MOST_TEXT_CHARACTERS = 500;

/** A text and the points that it has. */
export interface ScoredText extends TextAnswer {
  readonly score: 0 | 1 | 2 | undefined;
}

/** An answer as it is kept: in one line, without blanks around it, and not longer than may be. */
export function plainText(text: string): string {
  const whole = text
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...whole].slice(0, MOST_TEXT_CHARACTERS).join('').trim();
}

export function writeText(ledger: VoteLedger, answer: TextAnswer): VoteLedger {
  return mergeVotes(ledger, { votes: [], hands: [], texts: [{ ...answer, text: plainText(answer.text) }] });
}

/** What was written to one Question in one stage, with its points, in the order of the persons' ids; empty texts are left out. */
export function textsOf(ledger: VoteLedger, questionId: string, stage: VoteStage): readonly ScoredText[] {
  const isHere = (each: { readonly questionId: string; readonly stage: VoteStage }) =>
    each.questionId === questionId && each.stage === stage;
  const scores = new Map((ledger.scores ?? []).filter(isHere).map((each) => [each.personId, each]));
  return (ledger.texts ?? [])
    .filter((each) => isHere(each) && each.text !== '')
    .map((each) => {
      const given = scores.get(each.personId);
      return { ...each, score: given?.textCounter === each.counter ? given.score : undefined };
    });
}

/** Gives points for a text, or takes them back. */
export function scoreText(ledger: VoteLedger, answer: TextAnswer, score: 0 | 1 | 2 | undefined): VoteLedger {
  const { personId, questionId, stage, counter: textCounter } = answer;
  const before = (ledger.scores ?? []).find(
    (each) => each.personId === personId && each.questionId === questionId && each.stage === stage,
  );
  const counter = (before?.counter ?? 0) + 1;
  const given = { personId, questionId, stage, textCounter, score, counter };
  return mergeVotes(ledger, { votes: [], hands: [], scores: [given] });
}
