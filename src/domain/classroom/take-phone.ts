import type { Question } from '../benchmark/index.ts';
import type { AnswerPlace, PhoneSays } from './phone-protocol.ts';
import { type ClassPlace, takesVote } from './stage.ts';
import { plainText } from './text-answers.ts';
import { EMPTY_VOTES, mergeVotes, type VoteLedger } from './vote-ledger.ts';

/** More phones than fit into a lecture hall are somebody's game. */
const MOST_PERSONS = 1_000;

export interface TakenPhone {
  readonly ledger: VoteLedger;
  /** To be told to the phone, which then sends them no more. */
  readonly counted: readonly AnswerPlace[];
  readonly late: readonly AnswerPlace[];
}

/**
 * Takes what a phone answers to the Question that is open. An answer that was taken before counts as it stands, so that a phone may
 * send it as often as it likes; one that comes when its Question is over is late.
 */
export function takePhone(
  ledger: VoteLedger,
  place: ClassPlace,
  questions: readonly Question[],
  { personId, votes, texts }: Extract<PhoneSays, { readonly kind: 'answers' }>,
): TakenPhone {
  const question = questions[place.questionIndex];
  const optionCount = question?.kind === 'multiple-choice' ? question.options.length : 0;
  const questionIds = questions.map(({ id }) => id);
  const known = new Set([...ledger.votes, ...(ledger.texts ?? [])].map((each) => each.personId));
  const hasRoom = known.has(personId) || known.size < MOST_PERSONS;
  const isOpen = (at: AnswerPlace) => hasRoom && takesVote(place, questionIds, { ...at, personId, choice: 0 });
  const placeOf = ({ questionId, stage, counter }: AnswerPlace): AnswerPlace => ({ questionId, stage, counter });
  const standing = new Map(
    [...ledger.votes, ...(ledger.texts ?? [])]
      .filter((each) => each.personId === personId)
      .map((each) => [`${each.stage} ${each.questionId}`, each.counter]),
  );
  const isThere = (at: AnswerPlace) => (standing.get(`${at.stage} ${at.questionId}`) ?? -1) >= at.counter;
  const newVotes = votes.filter((vote) => !isThere(vote) && isOpen(vote) && vote.choice < optionCount);
  const newTexts = optionCount > 0 ? [] : texts.filter((each) => !isThere(each) && isOpen(each));
  const all = [...votes, ...texts];
  const taken = new Set<AnswerPlace>([...newVotes, ...newTexts, ...all.filter(isThere)]);
  return {
    ledger: mergeVotes(ledger, {
      ...EMPTY_VOTES,
      votes: newVotes.map((vote) => ({ ...vote, personId })),
      texts: newTexts.map((each) => ({ ...each, text: plainText(each.text), personId })),
    }),
    counted: all.filter((each) => taken.has(each)).map(placeOf),
    late: all.filter((each) => !taken.has(each)).map(placeOf),
  };
}
