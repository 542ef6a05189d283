import type { Services } from '../../app/index.ts';
import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import { type Deck, deckQuestions, plainText, type SoloAnswer, soloRun, tagOf } from '../../domain/classroom/index.ts';
import { overallScores, type RunWithAttempts, type Score } from '../../domain/report/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { deckOfLink } from './deck-of-link.ts';
import { modelRuns } from './model-answers.ts';
import { forgetProgress, keepProgress, type QuizProgress, readProgress } from './quiz-progress.ts';

export type QuizView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly deck: Deck;
      readonly benchmark: Benchmark;
      readonly questions: readonly Question[];
      readonly missingCount: number;
    };

/** One line of the result: the person's own, or a model's over the same Questions. */
export interface QuizScore {
  readonly run: Run;
  readonly isOwn: boolean;
  /** Undefined where the Deck has no question with options. */
  readonly score: Score | undefined;
  readonly rightCount: number;
  /** Of what was typed; undefined where nothing of it has points yet. */
  readonly textScore: Score | undefined;
}

export type QuizPhase =
  | { readonly kind: 'intro' }
  /** `isRevealed`: the answer is shown and the choice stands. */
  | { readonly kind: 'question'; readonly index: number; readonly isRevealed: boolean }
  | {
      readonly kind: 'result';
      readonly scores: readonly QuizScore[];
      /** Undefined where it could not be kept. */
      readonly runId: string | undefined;
      readonly fault: string | undefined;
    };

/** One person at a Deck, alone. */
export class QuizState {
  readonly #services: Services;
  readonly #findBenchmark: (digest: string) => Promise<Benchmark | undefined>;

  #runId = '';

  view = $state.raw<QuizView>({ kind: 'loading' });
  phase = $state.raw<QuizPhase>({ kind: 'intro' });
  reveal = $state<'each' | 'end'>('each');
  choices = $state.raw<ReadonlyMap<string, number>>(new Map<string, number>());
  texts = $state.raw<ReadonlyMap<string, string>>(new Map<string, string>());
  /** The points that the person gives what was typed, with the right answer beside it. */
  scores = $state.raw<ReadonlyMap<string, 0 | 1 | 2>>(new Map<string, 0 | 1 | 2>());
  /** Runs of models over the Deck's Benchmark. */
  models = $state.raw<readonly RunWithAttempts[]>([]);
  /** Of this Deck, begun before and not ended. */
  earlier = $state.raw<QuizProgress | undefined>();
  /** Whether a reload would lose the answers. */
  isUnkept = $state(false);

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  /** @param text the id of a Deck of this browser, or what a link holds of one */
  async open(text: string): Promise<void> {
    try {
      const { deck, benchmark } = text.includes('.')
        ? await deckOfLink(text, this.#services, this.#findBenchmark)
        : await this.#kept(text);
      const { questions, missingCount } = deckQuestions(deck, benchmark);
      if (questions.length === 0) throw new TypeError('No question of this deck is in its benchmark any more.');
      this.view = { kind: 'ready', deck, benchmark, questions, missingCount };
      this.earlier = readProgress(tagOf(deck));
      await this.#findModels(benchmark.digest);
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** They stand beside what was typed; without them the quiz goes on all the same. */
  async #findModels(digest: string): Promise<void> {
    try {
      this.models = await modelRuns(this.#services, digest);
    } catch {
      this.models = [];
    }
  }

  async #kept(id: string): Promise<{ readonly deck: Deck; readonly benchmark: Benchmark }> {
    const deck = (await this.#services.classroom?.listDecks())?.find((each) => each.id === id);
    if (deck === undefined) throw new TypeError('This deck is not in this browser: it may have been deleted.');
    const benchmark = await this.#findBenchmark(deck.benchmark.digest);
    if (benchmark === undefined)
      throw new TypeError(
        `The questions of “${deck.benchmark.name}” are not in this browser: open that benchmark first.`,
      );
    return { deck, benchmark };
  }

  get question(): Question | undefined {
    const { view, phase } = this;
    return view.kind === 'ready' && phase.kind === 'question' ? view.questions[phase.index] : undefined;
  }

  begin(): void {
    this.choices = new Map<string, number>();
    this.texts = new Map<string, string>();
    this.scores = new Map<string, 0 | 1 | 2>();
    this.earlier = undefined;
    this.#to({ kind: 'question', index: 0, isRevealed: false });
  }

  /** Where an earlier visit stopped. */
  goOn(): void {
    const { earlier, view } = this;
    if (earlier === undefined || view.kind !== 'ready') return;
    const known = new Map(view.questions.map((question) => [question.id, question]));
    const isOption = ([id, choice]: readonly [string, number]): boolean => {
      const question = known.get(id);
      return question?.kind === 'multiple-choice' && choice < question.options.length;
    };
    this.reveal = earlier.reveal;
    this.choices = new Map(Object.entries(earlier.choices).filter(isOption));
    this.texts = new Map(Object.entries(earlier.texts));
    this.scores = new Map(Object.entries(earlier.scores));
    this.earlier = undefined;
    const index = Math.min(earlier.index, view.questions.length - 1);
    this.#to({ kind: 'question', index, isRevealed: earlier.isRevealed && index === earlier.index });
  }

  /** @param option index into the printed options */
  choose(option: number): void {
    const { question, phase } = this;
    if (question?.kind !== 'multiple-choice' || phase.kind !== 'question' || phase.isRevealed) return;
    if (option < question.options.length) this.choices = new Map(this.choices).set(question.id, option);
    this.#keep();
  }

  write(text: string): void {
    const { question, phase } = this;
    if (question?.kind !== 'free-response' || phase.kind !== 'question' || phase.isRevealed) return;
    this.texts = new Map(this.texts).set(question.id, text);
    this.#keep();
  }

  /** Gives a typed answer points, once the right one is shown; the same again takes them back. */
  async score(questionId: string, points: 0 | 1 | 2): Promise<void> {
    const scores = new Map(this.scores);
    if (scores.get(questionId) === points) scores.delete(questionId);
    else scores.set(questionId, points);
    this.scores = scores;
    this.#keep();
    if (this.phase.kind === 'result' && this.view.kind === 'ready') await this.#showResult(this.view, this.#runId);
  }

  /** Shows the answer where that is wanted after each, else goes on to the next Question or the result. */
  async next(): Promise<void> {
    const { phase, view, question } = this;
    if (phase.kind !== 'question' || view.kind !== 'ready' || question === undefined) return;
    if (this.reveal === 'each' && !phase.isRevealed) this.#to({ ...phase, isRevealed: true });
    else if (phase.index + 1 < view.questions.length)
      this.#to({ kind: 'question', index: phase.index + 1, isRevealed: false });
    else await this.#finish(view);
  }

  /** To the Question before, whose answer has not been shown. */
  back(): void {
    const { phase } = this;
    if (this.reveal === 'end' && phase.kind === 'question' && phase.index > 0)
      this.#to({ ...phase, index: phase.index - 1 });
  }

  #to(phase: Extract<QuizPhase, { kind: 'question' }>): void {
    this.phase = phase;
    this.#keep();
  }

  #keep(): void {
    const { phase, view } = this;
    if (phase.kind !== 'question' || view.kind !== 'ready') return;
    this.isUnkept = !keepProgress(tagOf(view.deck), {
      formatVersion: 1,
      index: phase.index,
      isRevealed: phase.isRevealed,
      reveal: this.reveal,
      choices: Object.fromEntries(this.choices),
      texts: Object.fromEntries(this.texts),
      scores: Object.fromEntries(this.scores),
    });
  }

  async #finish(view: Extract<QuizView, { kind: 'ready' }>): Promise<void> {
    this.#runId = crypto.randomUUID();
    await this.#showResult(view, this.#runId);
    if (this.phase.kind === 'result' && this.phase.runId !== undefined) forgetProgress(tagOf(view.deck));
  }

  /** Keeps the answers as a Run, in the place of the one that it was before points were given. */
  async #showResult({ deck, benchmark, questions }: Extract<QuizView, { kind: 'ready' }>, id: string): Promise<void> {
    const answers = questions.map((question): SoloAnswer => ({
      questionId: question.id,
      choice: this.choices.get(question.id),
      text: plainText(this.texts.get(question.id) ?? ''),
      score: this.scores.get(question.id),
    }));
    const own = soloRun(deck, benchmark, answers, { id, now: new Date().toISOString() });
    const ids = own.run.questionIds;
    let runId: string | undefined;
    let fault: string | undefined;
    await this.#findModels(benchmark.digest);
    try {
      await this.#services.classroom?.keepRuns([own], benchmark);
      runId = own.run.id;
    } catch (error) {
      fault = `Your answers could not be kept in this browser: ${messageOf(error)}`;
    }
    const asked = new Set(questions.filter(({ kind }) => kind === 'multiple-choice').map((question) => question.id));
    const scores = [own, ...this.models].flatMap((each, at): readonly QuizScore[] => {
      const onDeck = { run: { ...each.run, questionIds: ids }, attempts: each.attempts };
      const { multipleChoice, freeResponse } = overallScores(benchmark, onDeck);
      const textScore = freeResponse?.amongAnswered === undefined ? undefined : freeResponse;
      if (multipleChoice === undefined && textScore === undefined && at > 0) return [];
      const right = each.attempts.filter(
        ({ questionId, state }) => asked.has(questionId) && state.kind === 'done' && state.outcome === 'correct',
      );
      return [{ run: each.run, isOwn: at === 0, score: multipleChoice, textScore, rightCount: right.length }];
    });
    this.phase = { kind: 'result', scores, runId, fault };
  }
}
