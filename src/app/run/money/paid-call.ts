import type { ModelReply } from '../../../domain/run/index.ts';
import { mayBeBilled } from './perhaps-billed.ts';
import type { CallEnd, Payee, Spending } from './spending.ts';

export interface PaidCall {
  readonly payee: Payee;
  readonly spending: Spending;
  /** Whoever waits for money waits no longer once it aborts. */
  readonly idle: AbortSignal;
  /** The call could pass the cap; to abort `idle`. */
  readonly onRefusal: (reason: string) => void;
  /** Just before it is sent: from then on it may be billed, whatever becomes of this page. */
  readonly onSending: () => Promise<void>;
  readonly send: () => Promise<ModelReply>;
  /** Whether a call that is sent now is likely to get there. */
  readonly isReachable: () => boolean;
  /** It got no answer and may be billed all the same. */
  readonly onUnanswered: () => Promise<void>;
}

/**
 * Makes one call under the cap and keeps account of it.
 * @throws what `send` throws, the reason of `idle`, or what the notes throw
 */
export async function paidCall(call: PaidCall): Promise<ModelReply> {
  const account = await call.spending.reserve(call.payee, call.idle);
  if ('refusal' in account) {
    call.onRefusal(account.refusal);
    call.idle.throwIfAborted();
    throw new Error('unreachable: a pause ends the wait');
  }
  let end: CallEnd = { kind: 'not-billed' };
  try {
    await call.onSending();
    const isReachable = call.isReachable();
    try {
      const reply = await call.send();
      end = { kind: 'answered', usage: reply.usage };
      return reply;
    } catch (error) {
      if (mayBeBilled(error, isReachable)) {
        end = { kind: 'unanswered' };
        await call.onUnanswered();
      }
      throw error;
    }
  } finally {
    account.close(end);
  }
}
