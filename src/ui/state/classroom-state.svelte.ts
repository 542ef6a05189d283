import type { Services } from '../../app/index.ts';
import type { Benchmark, QuestionType } from '../../domain/benchmark/index.ts';
import {
  chooseQuestions,
  type ClassSession,
  type Deck,
  type DeckFilter,
  EMPTY_VOTES,
  MOST_DECK_QUESTIONS,
  movedTo,
  readDeckText,
} from '../../domain/classroom/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import { messageOf } from './errors.ts';
import { modelRuns } from './model-answers.ts';

/** What was taken away last and can be had back. */
type Taken =
  | { readonly kind: 'deck'; readonly deck: Deck }
  | { readonly kind: 'class'; readonly session: ClassSession }
  /** The Deck as it was before. */
  | { readonly kind: 'question'; readonly deck: Deck; readonly stem: string };

/** Decks and classes of this browser, and a Deck that is being made. */
export class ClassroomState {
  readonly #services: Services;

  decks = $state.raw<readonly Deck[] | undefined>();
  classes = $state.raw<readonly ClassSession[]>([]);
  message = $state<string | undefined>();
  taken = $state.raw<Taken | undefined>();

  /** Runs of models over the Benchmark that is open. */
  models = $state.raw<readonly RunWithAttempts[]>([]);
  name = $state('');
  wanted = $state<DeckFilter['models']>('any');
  type = $state<'any' | '1' | '2' | '3'>('any');
  kinds = $state<'multiple-choice' | 'free-response' | 'both'>('multiple-choice');
  /** Id of the Run by whose answers Questions are chosen; all for every one. */
  by = $state('all');
  onlyAtHand = $state(true);
  /** Taken out by hand. */
  left = $state.raw<ReadonlySet<string>>(new Set<string>());

  constructor(services: Services) {
    this.#services = services;
  }

  async refresh(): Promise<void> {
    try {
      this.decks = (await this.#services.classroom?.listDecks()) ?? [];
      this.classes = (await this.#services.classroom?.listClasses()) ?? [];
    } catch (error) {
      this.decks = [];
      this.message = `Decks could not be read: ${messageOf(error)}`;
    }
  }

  async findModels(benchmark: Benchmark): Promise<void> {
    try {
      this.models = await modelRuns(this.#services, benchmark.digest);
    } catch (error) {
      this.message = `The models’ answers could not be read: ${messageOf(error)}`;
    }
  }

  /** What the form's filter finds, by hand choices aside. */
  found(benchmark: Benchmark, available: ReadonlySet<string>): ReturnType<typeof chooseQuestions> {
    const types: Readonly<Record<string, QuestionType>> = { 1: 1, 2: 2, 3: 3 };
    const asked = this.models.filter(({ run }) => this.by === 'all' || run.id === this.by);
    return chooseQuestions(
      benchmark,
      asked.map(({ attempts }) => attempts),
      {
        models: this.wanted,
        kinds: this.kinds === 'both' ? ['multiple-choice', 'free-response'] : [this.kinds],
        type: types[this.type],
        sourceKeys: this.onlyAtHand ? available : undefined,
      },
    );
  }

  toggle(questionId: string): void {
    const left = new Set(this.left);
    if (!left.delete(questionId)) left.add(questionId);
    this.left = left;
  }

  setAll(questionIds: readonly string[], chosen: boolean): void {
    const left = new Set(this.left);
    for (const id of questionIds) {
      if (chosen) left.delete(id);
      else left.add(id);
    }
    this.left = left;
  }

  /** What is wrong with the form, in a sentence. */
  hindrance(chosenCount: number): string | undefined {
    if (chosenCount === 0) return 'Choose at least one question.';
    if (chosenCount > MOST_DECK_QUESTIONS)
      return `A deck has at most ${MOST_DECK_QUESTIONS} questions: take out ${chosenCount - MOST_DECK_QUESTIONS}.`;
    return undefined;
  }

  async make(benchmark: Benchmark, questionIds: readonly string[]): Promise<void> {
    const name = this.name.trim().slice(0, 200);
    await this.#keep({
      formatVersion: 1,
      id: crypto.randomUUID(),
      name: name === '' ? `Deck of ${questionIds.length}` : name,
      createdAt: new Date().toISOString(),
      benchmark: { name: benchmark.name, digest: benchmark.digest },
      questionIds,
    });
    this.name = '';
    this.left = new Set();
  }

  /** Takes in a Deck from a file or a link; one that is here already is left as it is. */
  async import(file: Blob): Promise<void> {
    try {
      const deck = readDeckText(await file.text());
      if (this.decks?.some(({ id }) => id === deck.id) === true) this.message = 'This deck is here already.';
      else await this.#keep(deck);
    } catch (error) {
      this.message = messageOf(error);
    }
  }

  /** Puts a Question at another place of a Deck; places count from 0. A class that has begun keeps its own order. */
  async move(deck: Deck, from: number, to: number): Promise<void> {
    await this.#keep({ ...deck, questionIds: movedTo(deck.questionIds, from, to) });
  }

  /** Takes a Question out of a Deck, which keeps at least one. */
  async takeOut(deck: Deck, questionId: string, stem: string): Promise<void> {
    const questionIds = deck.questionIds.filter((id) => id !== questionId);
    if (questionIds.length === 0) return;
    await this.#keep({ ...deck, questionIds });
    if (this.message === undefined) this.taken = { kind: 'question', deck, stem };
  }

  async #keep(deck: Deck): Promise<void> {
    try {
      await this.#services.classroom?.putDeck(deck);
      this.message = undefined;
    } catch (error) {
      this.message = `The deck could not be kept: ${messageOf(error)}`;
    }
    await this.refresh();
  }

  /** Begins a class and resolves with its id. */
  async begin(deck: Deck): Promise<string | undefined> {
    const now = new Date().toISOString();
    const session: ClassSession = {
      formatVersion: 1,
      id: crypto.randomUUID(),
      deck,
      createdAt: now,
      updatedAt: now,
      place: { questionIndex: 0, stage: 'watch' },
      ledger: EMPTY_VOTES,
    };
    try {
      await this.#services.classroom?.changeClass(session.id, () => session);
      return session.id;
    } catch (error) {
      this.message = `The class could not begin: ${messageOf(error)}`;
      return undefined;
    }
  }

  async take(taken: Exclude<Taken, { readonly kind: 'question' }>): Promise<void> {
    const { classroom } = this.#services;
    try {
      if (taken.kind === 'deck') await classroom?.deleteDeck(taken.deck.id);
      else await classroom?.deleteClass(taken.session.id);
      this.taken = taken;
    } catch (error) {
      this.message = `It could not be deleted: ${messageOf(error)}`;
    }
    await this.refresh();
  }

  async undo(): Promise<void> {
    const { taken } = this;
    if (taken === undefined) return;
    const { classroom } = this.#services;
    try {
      if (taken.kind !== 'class') await classroom?.putDeck(taken.deck);
      else await classroom?.changeClass(taken.session.id, (stored) => stored ?? taken.session);
      this.taken = undefined;
    } catch (error) {
      this.message = `It could not be had back: ${messageOf(error)}`;
    }
    await this.refresh();
  }
}
