import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import {
  type AnswerCode,
  type AnswerSheet,
  deckQuestions,
  EMPTY_VOTES,
  mergeVotes,
  readAnswerCode,
  readSheetCode,
  type ShownQuestion,
  studentMessage,
  tagOf,
  type VoteLedger,
  type VoteStage,
  writeAnswerCode,
} from '../../domain/classroom/index.ts';
import { deckOfLink } from './deck-of-link.ts';
import { messageOf } from './errors.ts';
import { PhonePerson } from './phone-person.ts';

export type AnswerView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly sheet: AnswerSheet;
      /** The questions themselves where this browser has their benchmark, by their places; never an answer. */
      readonly shown: ReadonlyMap<string, ShownQuestion>;
    };

const LETTERS = 'ABCDEFGH';

/** What a phone that reaches nobody answers, and the code of it. Every answer is kept at once. */
export class AnswerState {
  readonly #services: Services;
  readonly #findBenchmark: (digest: string) => Promise<Benchmark | undefined>;
  #person: PhonePerson | undefined;
  #personId = '';

  view = $state.raw<AnswerView>({ kind: 'loading' });
  answers = $state.raw<VoteLedger>(EMPTY_VOTES);
  /** Whether a reload would lose the answers. */
  isUnkept = $state(false);

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  /** @param query `sheet=…&deck=…`; both are codes, which stand in it as they are */
  async open(query: string): Promise<void> {
    try {
      const sheet = readSheetCode(/(?:^|&)sheet=([^&]*)/.exec(query)?.[1] ?? '');
      this.#person = new PhonePerson(() => localStorage, sheet.tag);
      this.#readKept(sheet, this.#person);
      this.view = { kind: 'ready', sheet, shown: new Map() };
      const shown = await this.#find(sheet, /(?:^|&)deck=([^&]*)/.exec(query)?.[1] ?? '');
      this.view = { kind: 'ready', sheet, shown };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Where the benchmark is not here, letters are enough: the question is on the wall. */
  async #find(sheet: AnswerSheet, code: string): Promise<ReadonlyMap<string, ShownQuestion>> {
    try {
      const { deck, benchmark } = await deckOfLink(code, this.#services, this.#findBenchmark);
      if (tagOf(deck) !== sheet.tag) return new Map();
      const { questions } = deckQuestions(deck, benchmark);
      return new Map(
        questions.map((question) => [
          String(deck.questionIds.indexOf(question.id)),
          studentMessage('vote', question).question,
        ]),
      );
    } catch {
      return new Map();
    }
  }

  /** The letters of a question's options. */
  letters(questionId: string): readonly string[] {
    const { view } = this;
    const count = view.kind === 'ready' ? (view.sheet.optionCounts[Number(questionId)] ?? 0) : 0;
    return [...LETTERS.slice(0, count)];
  }

  choice(questionId: string, stage: VoteStage): number | undefined {
    return this.answers.votes.find((vote) => vote.questionId === questionId && vote.stage === stage)?.choice;
  }

  text(questionId: string, stage: VoteStage): string {
    return this.answers.texts?.find((each) => each.questionId === questionId && each.stage === stage)?.text ?? '';
  }

  choose(questionId: string, stage: VoteStage, choice: number): void {
    this.#add((place) => ({ ...EMPTY_VOTES, votes: [{ ...place, questionId, stage, choice }] }));
  }

  write(questionId: string, stage: VoteStage, text: string): void {
    this.#add((place) => ({ ...EMPTY_VOTES, texts: [{ ...place, questionId, stage, text }] }));
  }

  /** Undefined while nothing is answered. */
  get code(): string | undefined {
    const { view, answers } = this;
    // One that was typed and deleted is told too: the teacher may have it from an earlier code.
    const count = answers.votes.length + (answers.texts ?? []).length;
    return view.kind !== 'ready' || count === 0 ? undefined : this.#write(view.sheet);
  }

  #write(sheet: AnswerSheet): string {
    return writeAnswerCode(sheet, this.#personId, this.answers.votes, this.answers.texts);
  }

  #add(change: (place: { readonly personId: string; readonly counter: number }) => VoteLedger): void {
    const { view } = this;
    const person = this.#person;
    if (view.kind !== 'ready' || person === undefined) return;
    // Another tab of this phone is the same person.
    this.#readKept(view.sheet, person);
    const all = [...this.answers.votes, ...(this.answers.texts ?? [])];
    const counter = person.nextCounter(all.reduce((most, each) => Math.max(most, each.counter), 0));
    this.answers = mergeVotes(this.answers, change({ personId: this.#personId, counter }));
    try {
      localStorage.setItem(keyOf(view.sheet), this.#write(view.sheet));
      this.isUnkept = false;
    } catch {
      this.isUnkept = true;
    }
  }

  #readKept(sheet: AnswerSheet, person: PhonePerson): void {
    const kept = keptAnswers(sheet);
    const personId = person.id(kept?.personId);
    this.#personId = personId;
    if (kept === undefined) return;
    const mine = <T>(each: T): T & { readonly personId: string } => ({ ...each, personId });
    const { votes, texts = [] } = this.answers;
    this.answers = mergeVotes(
      { votes: votes.map(mine), hands: [], texts: texts.map(mine) },
      { votes: kept.votes.map(mine), hands: [], texts: kept.texts.map(mine) },
    );
  }
}

/** Undefined where there are none; storage may be forbidden, or hold what somebody else wrote. */
function keptAnswers(sheet: AnswerSheet): AnswerCode | undefined {
  try {
    const kept = localStorage.getItem(keyOf(sheet));
    return kept === null ? undefined : readAnswerCode(sheet, kept);
  } catch {
    return undefined;
  }
}

function keyOf({ tag }: AnswerSheet): string {
  return `sonoscore-answers-${tag}`;
}
