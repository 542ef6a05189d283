import type { Attempt, Run } from '../../domain/run/index.ts';

/** What a batch calls one request: short enough for every service, and all that is needed to find its Attempt again. */
export function customIdOf(run: Run, { questionId, epoch }: Pick<Attempt, 'questionId' | 'epoch'>): string {
  return `${run.id}/${epoch}/${run.questionIds.indexOf(questionId)}`;
}

/** Undefined where it was not made by `customIdOf`. */
export function parseCustomId(
  customId: string,
): { readonly runId: string; readonly epoch: number; readonly place: number } | undefined {
  const match = /^(.+)\/(\d{1,6})\/(\d{1,6})$/.exec(customId);
  const [, runId, epoch, place] = match ?? [];
  return runId === undefined ? undefined : { runId, epoch: Number(epoch), place: Number(place) };
}
