import type { Services } from '../../app/index.ts';
import type { Benchmark, MultipleChoiceQuestion } from '../../domain/benchmark/index.ts';
import {
  type Deck,
  deckQuestions,
  digestInDeckCode,
  readDeckCode,
  type SoloAnswer,
  soloRun,
} from '../../domain/classroom/index.ts';
import { overallScores, type RunWithAttempts, type Score } from '../../domain/report/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { modelRuns } from './model-answers.ts';

export type QuizView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly deck: Deck;
      readonly benchmark: Benchmark;
      readonly questions: readonly MultipleChoiceQuestion[];
      readonly missingCount: number;
    };

/** One line of the result: the person's own, or a model's over the same Questions. */
export interface QuizScore {
  readonly run: Run;
  readonly isOwn: boolean;
  readonly score: Score;
  readonly rightCount: number;
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

  view = $state.raw<QuizView>({ kind: 'loading' });
  phase = $state.raw<QuizPhase>({ kind: 'intro' });
  reveal = $state<'each' | 'end'>('each');
  choices = $state.raw<ReadonlyMap<string, number>>(new Map<string, number>());

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  /** @param text the id of a Deck of this browser, or what a link holds of one */
  async open(text: string): Promise<void> {
    try {
      const { deck, benchmark } = text.includes('.') ? await this.#fromLink(text) : await this.#kept(text);
      const { questions, missingCount } = deckQuestions(deck, benchmark);
      if (questions.length === 0) throw new TypeError('No question of this deck is in its benchmark any more.');
      this.view = { kind: 'ready', deck, benchmark, questions, missingCount };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
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

  async #fromLink(code: string): Promise<{ readonly deck: Deck; readonly benchmark: Benchmark }> {
    const digest = digestInDeckCode(code);
    const kept = (await this.#services.benchmarks.listKept()).find((each) => each.digest.startsWith(digest));
    let benchmark = kept && (await this.#findBenchmark(kept.digest));
    if (benchmark === undefined) {
      // Everybody has the sample.
      const sample = (await this.#services.benchmarks.loadSample(new AbortController().signal)).benchmark;
      if (sample?.digest.startsWith(digest) === true) benchmark = sample;
    }
    if (benchmark === undefined)
      throw new TypeError(
        'The benchmark of this deck is not in this browser: open it on the start page, then open this link again.',
      );
    const read = readDeckCode(code, benchmark);
    return { deck: { formatVersion: 1, id: 'link', createdAt: '', ...read }, benchmark };
  }

  get question(): MultipleChoiceQuestion | undefined {
    const { view, phase } = this;
    return view.kind === 'ready' && phase.kind === 'question' ? view.questions[phase.index] : undefined;
  }

  begin(): void {
    this.choices = new Map<string, number>();
    this.phase = { kind: 'question', index: 0, isRevealed: false };
  }

  /** @param option index into the printed options */
  choose(option: number): void {
    const { question, phase } = this;
    if (question === undefined || phase.kind !== 'question' || phase.isRevealed) return;
    if (option < question.options.length) this.choices = new Map(this.choices).set(question.id, option);
  }

  /** Shows the answer where that is wanted after each, else goes on to the next Question or the result. */
  async next(): Promise<void> {
    const { phase, view, question } = this;
    if (phase.kind !== 'question' || view.kind !== 'ready' || question === undefined) return;
    if (this.reveal === 'each' && !phase.isRevealed) this.phase = { ...phase, isRevealed: true };
    else if (phase.index + 1 < view.questions.length)
      this.phase = { kind: 'question', index: phase.index + 1, isRevealed: false };
    else await this.#finish(view);
  }

  /** To the Question before, whose answer has not been shown. */
  back(): void {
    const { phase } = this;
    if (this.reveal === 'end' && phase.kind === 'question' && phase.index > 0)
      this.phase = { ...phase, index: phase.index - 1 };
  }

  async #finish({ deck, benchmark, questions }: Extract<QuizView, { kind: 'ready' }>): Promise<void> {
    const answers = questions.map(({ id }): SoloAnswer => ({ questionId: id, choice: this.choices.get(id) }));
    const own = soloRun(deck, benchmark, answers, { id: crypto.randomUUID(), now: new Date().toISOString() });
    const ids = own.run.questionIds;
    let runId: string | undefined;
    let fault: string | undefined;
    let models: readonly RunWithAttempts[] = [];
    try {
      models = await modelRuns(this.#services, benchmark.digest);
      await this.#services.classroom?.keepRuns([own]);
      runId = own.run.id;
    } catch (error) {
      fault = `Your answers could not be kept in this browser: ${messageOf(error)}`;
    }
    const scores = [own, ...models].flatMap((each, at): readonly QuizScore[] => {
      const onDeck = { run: { ...each.run, questionIds: ids }, attempts: each.attempts };
      const score = overallScores(benchmark, onDeck).multipleChoice;
      if (score === undefined) return [];
      const asked = new Set(ids);
      const right = each.attempts.filter(
        ({ questionId, state }) => asked.has(questionId) && state.kind === 'done' && state.outcome === 'correct',
      );
      return [{ run: each.run, isOwn: at === 0, score, rightCount: right.length }];
    });
    this.phase = { kind: 'result', scores, runId, fault };
  }
}
