import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Question } from '../../../src/domain/benchmark/index.ts';
import { optionOrderFor } from '../../../src/domain/options/index.ts';
import type { Attempt, Run } from '../../../src/domain/run/index.ts';
import { exportUpstream, groupUpstream, importUpstream } from '../../../src/share/index.ts';
import {
  aBenchmark,
  aFreeQuestion,
  anAttempt,
  aQuestion,
  aReply,
  aRun,
  aVerdict,
  letters,
  options,
} from '../builders.ts';

const NOW = '2025-01-01T00:00:00.000Z';
const word = fc.stringMatching(/^[a-z]{1,6}$/);
const said = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');

const choice = fc.record({
  videoKey: fc.constantFrom('knee', 'a b', 'arm_(1).'),
  stem: fc.constantFrom('What is shown?', 'Why?\nLook twice.'),
  texts: fc.uniqueArray(word, { minLength: 4, maxLength: 4 }),
  optionForm: fc.constantFrom('full-stop' as const, 'bracket' as const),
  answer: fc.nat({ max: 3 }),
  type: fc.constantFrom(1 as const, 2 as const, 3 as const),
  start: fc.nat({ max: 40 }),
  clamped: fc.boolean(),
  keep: fc.boolean(),
});

/** Questions numbered by Video and kind, as files number them. */
const questions: fc.Arbitrary<readonly Question[]> = fc
  .array(fc.tuple(fc.boolean(), choice), { minLength: 1, maxLength: 12 })
  .map((all) => {
    const counts = new Map<string, number>();
    return all.map(([isChoice, { videoKey, stem, texts, optionForm, answer, type, start, clamped, keep }]) => {
      const place = `${isChoice} ${videoKey}`;
      const number = (counts.get(place) ?? 0) + 1;
      counts.set(place, number);
      const printedEndSeconds = clamped ? start + 5.5 : undefined;
      const common = {
        videoKey,
        number,
        type,
        stem,
        startSeconds: start,
        endSeconds: start + 5,
        printedEndSeconds,
        keep,
      };
      return isChoice
        ? aQuestion({ ...common, options: options(...texts), optionForm, answer: letters[answer]! })
        : aFreeQuestion(common);
    });
  })
  .map((all) => [...all].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'multiple-choice' ? -1 : 1)));

interface Ending {
  readonly way: 'answered' | 'no-answer' | 'refused' | 'blocked' | 'truncated' | 'failed' | 'unjudged';
  readonly picked: number;
  readonly score: 0 | 1 | 2;
  readonly text: string;
  readonly latencyMs: number;
  readonly seed: number;
  /** What a person gave in place of the judge, if anything, and whether a judge had scored before. */
  readonly person: 0 | 1 | 2 | undefined;
  readonly judged: boolean;
}
const ending: fc.Arbitrary<Ending> = fc.record({
  way: fc.constantFrom('answered', 'answered', 'no-answer', 'refused', 'blocked', 'truncated', 'failed', 'unjudged'),
  picked: fc.nat({ max: 3 }),
  score: fc.constantFrom(0, 1, 2),
  text: said,
  latencyMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  seed: fc.nat(),
  person: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined }),
  judged: fc.boolean(),
});

const FINISH = { refused: 'refused', blocked: 'blocked', truncated: 'length' } as const;

function attemptFor(question: Question, epoch: number, ending: Ending): Attempt {
  const { way, picked, score, text, latencyMs, seed, person, judged } = ending;
  const optionOrder = question.kind === 'multiple-choice' ? optionOrderFor(question, 'seeded', seed, epoch) : [];
  const base = { epoch, optionOrder };
  if (way === 'failed') {
    const failure = { kind: 'timeout', retryable: true, waitMs: 5, message: 'The call timed out.' } as const;
    return anAttempt(question, 'failed', { ...base, failure });
  }
  const finishReason = way === 'refused' || way === 'blocked' || way === 'truncated' ? FINISH[way] : 'stop';
  const reply = aReply(way === 'no-answer' ? '' : text, { latencyMs, finishReason });
  if (question.kind === 'multiple-choice') {
    if (way !== 'answered') return anAttempt(question, way === 'unjudged' ? 'no-answer' : way, { ...base, reply });
    const printedIndex = optionOrder[picked]!;
    const right = question.options[printedIndex]?.letter === question.answer;
    const prediction = { kind: 'letter', shownLetter: letters[picked]!, printedIndex } as const;
    return anAttempt(question, right ? 'correct' : 'incorrect', { ...base, reply, prediction });
  }
  const prediction = { kind: 'text', text: text.trim() } as const;
  if (way === 'unjudged') return anAttempt(question, 'unjudged', { ...base, reply, prediction });
  if (way !== 'answered') return anAttempt(question, way, { ...base, reply });
  const outcome = (['incorrect', 'partly-correct', 'correct'] as const)[person ?? score];
  const verdict = person === undefined || judged ? aVerdict(score) : undefined;
  const override =
    person === undefined ? {} : { override: { score: person, errorType: 'none', note: text, at: NOW } as const };
  return anAttempt(question, outcome, { ...base, reply, prediction, verdict, ...override });
}

/** What the format carries of an Attempt. */
function carried({ questionId, epoch, state, optionOrder, prediction, reply, verdict, override, failure }: Attempt) {
  return {
    questionId,
    epoch,
    state,
    optionOrder,
    prediction,
    reply: reply && { text: reply.text, latencyMs: reply.latencyMs, finishReason: reply.finishReason },
    verdict: verdict && { ...verdict, raw: undefined },
    override,
    failed: failure?.kind,
  };
}

test('a run goes out and comes back with all that the format carries', () => {
  const epochs = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(questions, epochs, fc.array(ending, { minLength: 36, maxLength: 36 }), (all, epochCount, endings) => {
      const benchmark = aBenchmark(all);
      const kept = all.filter(({ keep }) => keep);
      const numbers = Array.from({ length: epochCount }, (_, epoch) => epoch);
      const attempts = kept.flatMap((question, index) =>
        numbers.map((epoch) => attemptFor(question, epoch, endings[(index * 3 + epoch) % endings.length]!)),
      );
      const run: Run = aRun(benchmark, {
        config: { ...aRun().config, optionOrder: 'seeded', epochs: epochCount, condition: 'frames' },
      });
      const files = exportUpstream(benchmark, run, attempts);
      const groups = groupUpstream(files);
      const back = importUpstream(benchmark, files, { id: run.id, now: NOW });
      expect(back.problems).toEqual([]);
      expect(back.attempts.map(carried)).toEqual(attempts.map(carried));
      if (kept.length === 0) {
        expect(back.run).toBeUndefined();
        return;
      }
      expect(groups).toHaveLength(1);
      const { model: asked, kinds, seed, ...config } = run.config;
      expect(back.run).toMatchObject({ ...run, config });
      expect(back.run?.config.model).toEqual({ kind: 'published', name: 'stand-in', source: 'openai-compatible' });
      expect([asked.kind, kinds.length, seed]).toEqual(['provider', 2, 1]);
    }),
  );
});
