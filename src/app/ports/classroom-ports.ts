import type { ClassSession, Deck } from '../../domain/classroom/index.ts';

/** Decks and classes that this browser keeps. What cannot be read is left out of lists and stays stored. */
export interface ClassroomStore {
  /** Newest first. */
  listDecks(): Promise<readonly Deck[]>;
  putDeck(deck: Deck): Promise<void>;
  deleteDeck(deckId: string): Promise<void>;
  /** The class that was changed last first. */
  listClasses(): Promise<readonly ClassSession[]>;
  /** @throws {TypeError} where it cannot be read */
  getClass(classId: string): Promise<ClassSession | undefined>;
  /**
   * Reads and writes in one transaction, so that two tabs lose no vote to each other.
   * @param change is given what is stored, undefined where nothing is; nothing is written where it gives undefined
   * @returns what is stored now
   */
  changeClass(
    classId: string,
    change: (stored: ClassSession | undefined) => ClassSession | undefined,
  ): Promise<ClassSession | undefined>;
  deleteClass(classId: string): Promise<void>;
}
