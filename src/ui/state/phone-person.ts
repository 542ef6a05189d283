import * as v from 'valibot';

import { newPersonId } from './person-id.ts';

type PhoneStorage = Pick<Storage, 'getItem' | 'setItem'>;

const personId = v.pipe(v.string(), v.regex(/^[a-z2-7]{10}$/));
const kept = v.object({ personId, counter: v.pipe(v.number(), v.integer(), v.minValue(0)) });
type Kept = v.InferOutput<typeof kept>;

/**
 * The person behind a phone to one deck: the same on the page that votes live and on the one that makes codes, for as long as the
 * phone keeps its answers, so that each of them counts once. To another deck it is somebody else.
 */
export class PhonePerson {
  readonly #storage: () => PhoneStorage;
  readonly #name: string;
  /** Where nothing can be kept, each page is a person of its own. */
  #person: Kept | undefined;

  /**
   * @param storage may throw where it is forbidden
   * @param deckTag as `tagOf` gives it
   */
  constructor(storage: () => PhoneStorage, deckTag: string) {
    this.#storage = storage;
    this.#name = `sonoscore-person-${deckTag}`;
  }

  /** @param known under which id answers were kept before; the phone goes on as that where it is nobody yet */
  id(known?: string): string {
    return this.#keep(this.#read() ?? this.#fresh(known)).personId;
  }

  /** The number of the person's next answer, on whichever page: over that of every answer before it, so that the last one stands. */
  nextCounter(highest: number): number {
    const person = this.#read() ?? this.#fresh();
    return this.#keep({ ...person, counter: Math.max(person.counter, highest) + 1 }).counter;
  }

  #fresh(known?: string): Kept {
    return { personId: v.is(personId, known) ? known : newPersonId(), counter: 0 };
  }

  #read(): Kept | undefined {
    try {
      const read = v.safeParse(kept, JSON.parse(this.#storage().getItem(this.#name) ?? 'null'));
      return read.success ? read.output : this.#person;
    } catch {
      return this.#person;
    }
  }

  #keep(person: Kept): Kept {
    this.#person = person;
    try {
      this.#storage().setItem(this.#name, JSON.stringify(person));
    } catch {
      // The pages say so themselves, since their answers are not kept either.
    }
    return person;
  }
}
