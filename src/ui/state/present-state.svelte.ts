import { newRoom, type Services } from '../../app/index.ts';
import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import {
  type ClassRoom,
  classRuns,
  type ClassPlace,
  type ClassSession,
  type CodeLine,
  countsFor,
  deckQuestions,
  nextPlace,
  plainText,
  previousPlace,
  type ScoredText,
  scoreText,
  setHands,
  mergeVotes,
  type PhoneSays,
  takeCodes,
  takePhone,
  type TakenPhone,
  textsOf,
  type VoteStage,
  voteStageOf,
  writeText,
} from '../../domain/classroom/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import { messageOf } from './errors.ts';
import { modelRuns } from './model-answers.ts';
import { newPersonId } from './person-id.ts';

export type PresentView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly benchmark: Benchmark; readonly questions: readonly Question[] };

const MOST_HANDS = 999;

/** One class on the projector: where it stands, its votes, its timer. Every change is kept at once. */
export class PresentState {
  readonly #services: Services;
  readonly #findBenchmark: (digest: string) => Promise<Benchmark | undefined>;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  view = $state.raw<PresentView>({ kind: 'loading' });
  session = $state.raw<ClassSession | undefined>();
  models = $state.raw<readonly RunWithAttempts[]>([]);
  /** Of the timer; undefined where it is off. */
  secondsLeft = $state<number | undefined>();
  fault = $state<string | undefined>();
  /** Ids of the class's Runs once they are kept. */
  keptRunIds = $state.raw<readonly string[]>([]);
  /** Those of them with typed answers that have no points. */
  unjudgedRuns = $state.raw<readonly { readonly runId: string; readonly vote: VoteStage }[]>([]);

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  async open(classId: string): Promise<void> {
    try {
      const session = await this.#services.classroom?.getClass(classId);
      if (session === undefined) throw new TypeError('This class is not in this browser: it may have been deleted.');
      const { name, digest } = session.deck.benchmark;
      const benchmark = await this.#findBenchmark(digest);
      if (benchmark === undefined)
        throw new TypeError(`The questions of “${name}” are not in this browser: open that benchmark first.`);
      const { questions } = deckQuestions(session.deck, benchmark);
      if (questions.length === 0) throw new TypeError('No question of this deck is in its benchmark any more.');
      this.session = session;
      this.view = { kind: 'ready', benchmark, questions };
      this.models = await modelRuns(this.#services, digest);
    } catch (error) {
      if (this.view.kind === 'ready') this.fault = `The models’ answers could not be read: ${messageOf(error)}`;
      else this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  get place(): ClassPlace {
    const place = this.session?.place ?? { questionIndex: 0, stage: 'watch' };
    const last = this.view.kind === 'ready' ? this.view.questions.length - 1 : 0;
    return { ...place, questionIndex: Math.min(place.questionIndex, last) };
  }

  get question(): Question | undefined {
    return this.view.kind === 'ready' ? this.view.questions[this.place.questionIndex] : undefined;
  }

  get next(): ClassPlace | undefined {
    return this.view.kind === 'ready' ? nextPlace(this.place, this.view.questions.length) : undefined;
  }

  get previous(): ClassPlace | undefined {
    return previousPlace(this.place);
  }

  goTo(place: ClassPlace | undefined): void {
    if (place === undefined) return;
    this.stopTimer();
    this.#change((session) => ({ ...session, place }));
  }

  /** Of the Question, as printed; 0 where its answer is typed. */
  get optionCount(): number {
    return this.question?.kind === 'multiple-choice' ? this.question.options.length : 0;
  }

  /** Raised hands and votes for each printed option. */
  counts(stage: 'first' | 'second'): readonly number[] {
    const { session, question } = this;
    if (session === undefined || question === undefined) return [];
    return countsFor(session.ledger, question.id, stage, this.optionCount);
  }

  /** Raised hands alone, which the teacher counts. */
  hands(stage: 'first' | 'second'): readonly number[] {
    const raised = this.session?.ledger.hands.find(
      (each) => each.questionId === this.question?.id && each.stage === stage,
    );
    return Array.from({ length: this.optionCount }, (_, at) => raised?.counts[at] ?? 0);
  }

  /** Puts down how many hands there are for an option, in the vote that is open. */
  countHands(option: number, hands: number): void {
    const { question } = this;
    const stage = voteStageOf(this.place.stage);
    if (question === undefined || stage === undefined || option >= this.optionCount) return;
    const counted = this.hands(stage).map((count, at) =>
      at === option ? Math.min(MOST_HANDS, Math.max(0, hands)) : count,
    );
    this.#change((session) => ({ ...session, ledger: setHands(session.ledger, question.id, stage, counted) }));
  }

  addHand(option: number, by: 1 | -1): void {
    const stage = voteStageOf(this.place.stage);
    if (stage !== undefined) this.countHands(option, (this.hands(stage)[option] ?? 0) + by);
  }

  /** What was written to the Question. */
  texts(stage: 'first' | 'second'): readonly ScoredText[] {
    const { session, question } = this;
    return session === undefined || question === undefined ? [] : textsOf(session.ledger, question.id, stage);
  }

  /** Puts down what somebody said, in the vote that is open. @returns whether there was anything */
  addText(said: string): boolean {
    const { question } = this;
    const stage = voteStageOf(this.place.stage);
    const text = plainText(said);
    if (question?.kind !== 'free-response' || stage === undefined || text === '') return false;
    const personId = newPersonId();
    const answer = { personId, questionId: question.id, stage, text, counter: 1 };
    this.#change((session) => ({ ...session, ledger: writeText(session.ledger, answer) }));
    return true;
  }

  score(answer: ScoredText, points: 0 | 1 | 2 | undefined): void {
    this.#change((session) => ({ ...session, ledger: scoreText(session.ledger, answer, points) }));
  }

  /** What would become of each line that is being pasted; nothing is taken yet. */
  preview(pasted: string): readonly CodeLine[] {
    const { session } = this;
    return session === undefined ? [] : takeCodes(session.ledger, session.deck, pasted).lines;
  }

  /** Takes the answers of all lines that can be read. */
  takeCodes(pasted: string): void {
    this.#change((session) => ({ ...session, ledger: takeCodes(session.ledger, session.deck, pasted).ledger }));
  }

  /** Puts down what a phone answers, and tells what became of each answer once it is kept. */
  async takePhone(said: Extract<PhoneSays, { readonly kind: 'answers' }>): Promise<Omit<TakenPhone, 'ledger'>> {
    const { session, view } = this;
    if (session === undefined || view.kind !== 'ready') return { counted: [], late: [] };
    const { ledger, counted, late } = takePhone(session.ledger, this.place, view.questions, said);
    await this.#change((old) => ({ ...old, ledger: mergeVotes(old.ledger, ledger) }));
    return { counted, late };
  }

  /** Where this class's phones come in, made with the first use and kept. */
  async room(): Promise<ClassRoom | undefined> {
    const { session } = this;
    if (session === undefined) return undefined;
    if (session.room !== undefined) return session.room;
    const room = await newRoom();
    await this.#change((old) => ({ ...old, room: old.room ?? room }));
    return this.session?.room;
  }

  startTimer(seconds: number): void {
    this.stopTimer();
    const endMs = Date.now() + seconds * 1000;
    this.secondsLeft = seconds;
    this.#ticking = setInterval(() => {
      this.secondsLeft = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      if (this.secondsLeft === 0) clearInterval(this.#ticking);
    }, 200);
  }

  stopTimer(): void {
    clearInterval(this.#ticking);
    this.secondsLeft = undefined;
  }

  /** Keeps the votes as Runs, in the place of those that were kept of this class before. */
  async keepRuns(): Promise<void> {
    const { session, view } = this;
    if (session === undefined || view.kind !== 'ready') return;
    try {
      const runs = classRuns(session, view.benchmark, new Date().toISOString());
      await this.#services.classroom?.keepRuns(runs, view.benchmark);
      this.keptRunIds = runs.map(({ run }) => run.id);
      this.unjudgedRuns = runs.flatMap(({ run, attempts }) =>
        attempts.some(({ state }) => state.kind === 'done' && state.outcome === 'unjudged')
          ? [{ runId: run.id, vote: run.id.includes('-second-') ? 'second' : 'first' }]
          : [],
      );
    } catch (error) {
      this.fault = `The votes could not be kept as runs: ${messageOf(error)}`;
    }
  }

  #change(change: (session: ClassSession) => ClassSession): Promise<unknown> {
    const { session } = this;
    if (session === undefined) return Promise.resolve();
    const dated = (old: ClassSession): ClassSession => ({ ...change(old), updatedAt: new Date().toISOString() });
    this.session = dated(session);
    this.keptRunIds = [];
    // What another tab has counted meanwhile stays; where the class was deleted, this one has it still.
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#services.classroom?.changeClass(session.id, (stored) => dated(stored ?? session));
        this.fault = undefined;
      } catch (error) {
        this.fault = `This browser could not keep the last change: ${messageOf(error)}`;
      }
    });
    return this.#writing;
  }
}
