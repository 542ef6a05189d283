import type { JudgeChoice } from '../../src/domain/run/index.ts';
import type { Orders } from './orders.ts';

/**
 * The key that a judge is given: its own, or the model's where both are at one service or no model is asked. A key goes to
 * nobody but the service that it was given for.
 */
export function judgeKeyFor(judge: JudgeChoice | undefined, { key, judgeKey, config }: Orders): string | undefined {
  if (judgeKey !== undefined || judge === undefined) return judgeKey;
  const model = config.model.kind === 'provider' ? config.model.baseUrl : '';
  return model === '' || originOf(model) === originOf(judge.model.baseUrl) ? key : undefined;
}

const originOf = (address: string) => URL.parse(address)?.origin ?? address;
