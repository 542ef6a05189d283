import type { Question } from '../../../domain/benchmark/index.ts';
import { keptReadings, outcomeOfVerdict, scoreAttempt } from '../../../domain/outcome/index.ts';
import { type Attempt, type Outcome, type Usage, withUnanswered } from '../../../domain/run/index.ts';
import type { JudgeStage } from '../judging/judge-stage.ts';
import { sumOfUsage } from '../money/index.ts';

export interface AnswerScoring {
  /** Undefined: nobody judges. */
  readonly judge: JudgeStage | undefined;
  readonly save: (attempt: Attempt) => Promise<Attempt>;
  /** Pauses the Run. */
  readonly pause: (reason: string) => void;
}

/**
 * Scores an answer by its letter, or has it judged where that is what it takes, and stores what comes of it.
 * @throws what `save` throws, or the reason for which a Run was cancelled or paused before its judge had answered
 */
export async function scoreAnswer(
  attempt: Attempt,
  question: Question,
  { judge, save, pause }: AnswerScoring,
): Promise<void> {
  const score = scoreAttempt(question, attempt);
  const { outcome, prediction } = score;
  // A person's score stands before any judge's, and the judge is asked all the same: the two are compared.
  const { reply, optionOrder, failure, verdict } = attempt;
  const byJudge = scoreAttempt(question, { reply, optionOrder, failure, verdict });
  const scored = { ...attempt, prediction, ...keptReadings(score) };
  const done = async (ended: Attempt, as: Outcome) => {
    await save({ ...ended, state: { kind: 'done', outcome: as } });
  };
  if (
    question.kind !== 'free-response' ||
    byJudge.outcome !== 'unjudged' ||
    judge === undefined ||
    prediction?.kind !== 'text'
  ) {
    await done(scored, outcome);
    return;
  }
  const paid: Usage[] = [];
  let unanswered = 0;
  let isGiven = false;
  const withCalls = (scoredOrNot: Attempt): Attempt => {
    let counted = withJudgeUsage(scoredOrNot, paid);
    for (let call = 0; call < unanswered; call += 1) counted = withUnanswered(counted, 'judge');
    return counted;
  };
  const rests = async () => {
    await save({ ...withCalls(attempt), state: { kind: 'judging' } });
  };
  const judged = await judge
    .judge(question, prediction.text, {
      paid,
      keep: async (given) => {
        isGiven = true;
        const { score: points } = attempt.override ?? given;
        await done({ ...withCalls(scored), verdict: given, failure: undefined }, outcomeOfVerdict(points));
      },
      asks: async () => {
        await save({ ...withCalls(attempt), state: { kind: 'judging', isAsked: true } });
      },
      unanswered: async () => {
        unanswered += 1;
        await rests();
      },
      waits: async (untilMs, { kind: cause, message }) => {
        const reason = `The judge: ${message}`;
        await save({ ...withCalls(attempt), state: { kind: 'waiting', untilMs, reason, cause } });
      },
    })
    .catch(async (error: unknown) => {
      if (!isGiven) await rests();
      throw error;
    });
  if (judged.kind === 'verdict') return;
  if (judged.pauseReason !== undefined) pause(judged.pauseReason);
  await done({ ...withCalls(scored), failure: judged.failure }, outcome);
}

function withJudgeUsage(attempt: Attempt, paid: readonly Usage[]): Attempt {
  if (paid.length === 0) return attempt;
  const before = attempt.judgeUsage === undefined ? [] : [attempt.judgeUsage];
  return { ...attempt, judgeUsage: sumOfUsage([...before, ...paid]) };
}
