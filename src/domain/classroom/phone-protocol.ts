import * as v from 'valibot';

import { STAGES, type StudentMessage } from './stage.ts';
import type { TextAnswer, Vote } from './vote-ledger.ts';

/** What may come over the air in one message; more is passed over. */
export const MOST_MESSAGE_CHARACTERS = 20_000;
const MOST_ANSWERS = 8;

/** Where a phone's answer belongs and how new it is. */
export interface AnswerPlace {
  readonly questionId: string;
  readonly stage: 'first' | 'second';
  readonly counter: number;
}

/** What the teacher's page tells phones; each is signed. */
export type TeacherSays =
  | {
      readonly kind: 'state';
      /** Grows, so that what comes late or is played again by somebody changes nothing. */
      readonly sequence: number;
      readonly deckName: string;
      /** As codes name it: by it a phone is the same person that answers by code. Absent from pages of earlier versions. */
      readonly deckTag?: string | undefined;
      /** From 1 on. */
      readonly questionNumber: number;
      readonly questionCount: number;
      readonly message: StudentMessage;
    }
  | {
      /** Each has been put down, or came when nothing could be given any more. */
      readonly kind: 'received';
      readonly personId: string;
      readonly counted: readonly AnswerPlace[];
      readonly late: readonly AnswerPlace[];
    };

/** What a phone tells the teacher's page. Whatever comes is somebody's word: nothing of it is believed but the answers. */
export type PhoneSays =
  | { readonly kind: 'hello'; readonly personId: string }
  | {
      readonly kind: 'answers';
      readonly personId: string;
      readonly votes: readonly Omit<Vote, 'personId'>[];
      readonly texts: readonly Omit<TextAnswer, 'personId'>[];
    };

const short = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300));
const long = v.pipe(v.string(), v.maxLength(5_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const personId = v.pipe(v.string(), v.regex(/^[a-z2-7]{10}$/));
const stage = v.picklist(['first', 'second']);
const place = { questionId: short, stage, counter: count };
const question = v.object({
  id: short,
  stem: long,
  options: v.pipe(v.array(v.object({ letter: short, text: long })), v.maxLength(26)),
});

const studentMessage: v.GenericSchema<unknown, StudentMessage> = v.variant('kind', [
  v.object({ kind: v.picklist(STAGES.filter((each) => each !== 'reveal')), question }),
  v.object({ kind: v.literal('reveal'), question, answerIndex: v.number(), evidence: long }),
  v.object({ kind: v.literal('reveal-text'), question, answerText: long, evidence: long }),
]);

const teacherSays: v.GenericSchema<unknown, TeacherSays> = v.variant('kind', [
  v.object({
    kind: v.literal('state'),
    sequence: count,
    deckName: v.pipe(v.string(), v.maxLength(300)),
    deckTag: v.exactOptional(v.optional(v.pipe(v.string(), v.regex(/^[\da-z]{7}$/)))),
    questionNumber: count,
    questionCount: count,
    message: studentMessage,
  }),
  v.object({
    kind: v.literal('received'),
    personId,
    counted: v.pipe(v.array(v.object(place)), v.maxLength(2 * MOST_ANSWERS)),
    late: v.pipe(v.array(v.object(place)), v.maxLength(2 * MOST_ANSWERS)),
  }),
]);

const phoneSays: v.GenericSchema<unknown, PhoneSays> = v.variant('kind', [
  v.object({ kind: v.literal('hello'), personId }),
  v.object({
    kind: v.literal('answers'),
    personId,
    votes: v.pipe(v.array(v.object({ ...place, choice: v.pipe(count, v.maxValue(25)) })), v.maxLength(MOST_ANSWERS)),
    texts: v.pipe(
      v.array(v.object({ ...place, text: v.pipe(v.string(), v.maxLength(2_000)) })),
      v.maxLength(MOST_ANSWERS),
    ),
  }),
]);

/** What a phone said; undefined where it is nothing that a phone says. */
export function readPhone(text: unknown): PhoneSays | undefined {
  return read(phoneSays, text);
}

/** What the teacher's page said; undefined where it is nothing that it says. */
export function readTeacher(text: unknown): TeacherSays | undefined {
  return read(teacherSays, text);
}

function read<T>(schema: v.GenericSchema<unknown, T>, text: unknown): T | undefined {
  if (typeof text !== 'string' || text.length > MOST_MESSAGE_CHARACTERS) return undefined;
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
