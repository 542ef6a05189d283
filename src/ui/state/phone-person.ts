import * as v from 'valibot';

import { newPersonId } from './person-id.ts';

type PhoneStorage = Pick<Storage, 'getItem' | 'setItem'>;

const NAME = 'sonoscore-person';
/** Whoever holds the phone is taken for the same person for so long: a day at school. */
const SAME_MS = 12 * 60 * 60 * 1000;

const kept = v.object({
  personId: v.pipe(v.string(), v.regex(/^[a-z2-7]{10}$/)),
  sinceMs: v.number(),
  counter: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
type Kept = v.InferOutput<typeof kept>;

/** The person behind a phone: the same on the page that votes live and on the one that makes codes, so that both count once. */
export class PhonePerson {
  readonly #storage: () => PhoneStorage;
  readonly #nowMs: () => number;

  /** @param storage may throw where it is forbidden; each page then has a person of its own */
  constructor(storage: () => PhoneStorage, nowMs = () => Date.now()) {
    this.#storage = storage;
    this.#nowMs = nowMs;
  }

  id(): string {
    return this.#keep(this.#read()).personId;
  }

  /** The number of the person's next answer, on whichever page: over that of every answer before it, so that the last one stands. */
  nextCounter(highest: number): number {
    const person = this.#read();
    return this.#keep({ ...person, counter: Math.max(person.counter, highest) + 1 }).counter;
  }

  #read(): Kept {
    const fresh = { personId: newPersonId(), sinceMs: this.#nowMs(), counter: 0 };
    try {
      const read = v.safeParse(kept, JSON.parse(this.#storage().getItem(NAME) ?? 'null'));
      const ageMs = read.success ? this.#nowMs() - read.output.sinceMs : undefined;
      return read.success && ageMs !== undefined && ageMs >= 0 && ageMs < SAME_MS ? read.output : fresh;
    } catch {
      return fresh;
    }
  }

  #keep(person: Kept): Kept {
    try {
      this.#storage().setItem(NAME, JSON.stringify(person));
    } catch {
      // The pages say so themselves, since their answers are not kept either.
    }
    return person;
  }
}
