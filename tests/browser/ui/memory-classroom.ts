import type { Classroom } from '../../../src/app/index.ts';
import type { Benchmark } from '../../../src/domain/benchmark/index.ts';
import type { ClassSession, Deck, NewPeopleRun } from '../../../src/domain/classroom/index.ts';

/** A classroom that lives as long as its test. */
export class MemoryClassroom implements Classroom {
  readonly decks = new Map<string, Deck>();
  readonly classes = new Map<string, ClassSession>();
  readonly keepRuns: Classroom['keepRuns'];

  constructor(keepRun: (made: NewPeopleRun, benchmark: Benchmark) => void) {
    this.keepRuns = (runs, benchmark) => {
      for (const made of runs) keepRun(made, benchmark);
      return Promise.resolve();
    };
  }

  listDecks(): Promise<readonly Deck[]> {
    return Promise.resolve([...this.decks.values()].reverse());
  }

  putDeck(deck: Deck): Promise<void> {
    this.decks.set(deck.id, deck);
    return Promise.resolve();
  }

  deleteDeck(deckId: string): Promise<void> {
    this.decks.delete(deckId);
    return Promise.resolve();
  }

  listClasses(): Promise<readonly ClassSession[]> {
    return Promise.resolve([...this.classes.values()].reverse());
  }

  getClass(classId: string): Promise<ClassSession | undefined> {
    return Promise.resolve(this.classes.get(classId));
  }

  changeClass(
    classId: string,
    change: (stored: ClassSession | undefined) => ClassSession | undefined,
  ): Promise<ClassSession | undefined> {
    const changed = change(this.classes.get(classId));
    if (changed !== undefined) this.classes.set(classId, changed);
    return Promise.resolve(this.classes.get(classId));
  }

  deleteClass(classId: string): Promise<void> {
    this.classes.delete(classId);
    return Promise.resolve();
  }
}
