import * as v from 'valibot';

import { deckSchema, parsedAs, type Deck } from './deck.ts';
import { roomSchema, type ClassRoom } from './room.ts';
import { STAGES, type ClassPlace } from './stage.ts';
import { mergeVotes, type VoteLedger } from './vote-ledger.ts';

/** One class at one Deck: where it stands and what was voted. */
export interface ClassSession {
  readonly formatVersion: 1;
  readonly id: string;
  /** A copy, so that a Deck that is changed or deleted later changes nothing here. */
  readonly deck: Deck;
  /** ISO dates. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly place: ClassPlace;
  readonly ledger: VoteLedger;
  /** Where phones come in; absent until the first is asked. */
  readonly room?: ClassRoom | undefined;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const stage = v.picklist(['first', 'second']);
const text = v.pipe(v.string(), v.nonEmpty());

const sessionSchema: v.GenericSchema<unknown, ClassSession> = v.object({
  formatVersion: v.literal(1),
  id: text,
  deck: deckSchema,
  createdAt: v.string(),
  updatedAt: v.string(),
  place: v.object({ questionIndex: count, stage: v.picklist(STAGES) }),
  ledger: v.object({
    votes: v.array(v.object({ personId: text, questionId: text, stage, choice: count, counter: count })),
    hands: v.array(v.object({ questionId: text, stage, counts: v.array(count), counter: count })),
    texts: v.optional(v.array(v.object({ personId: text, questionId: text, stage, text: v.string(), counter: count }))),
    scores: v.optional(
      v.array(
        v.object({
          personId: text,
          questionId: text,
          stage,
          textCounter: count,
          score: v.optional(v.picklist([0, 1, 2])),
          counter: count,
        }),
      ),
    ),
  }),
  room: v.optional(roomSchema),
});

/**
 * A class as it was stored; its votes are brought into their order.
 * @throws {TypeError} one sentence: what is wrong with it
 */
export function parseClassSession(stored: unknown): ClassSession {
  const session = parsedAs(sessionSchema, stored, 'class');
  const last = session.deck.questionIds.length - 1;
  const { questionIndex } = session.place;
  return {
    ...session,
    place: { ...session.place, questionIndex: Math.min(questionIndex, last) },
    ledger: mergeVotes(session.ledger, { votes: [], hands: [] }),
  };
}
