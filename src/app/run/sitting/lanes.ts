import type { Run } from '../../../domain/run/index.ts';
import { Gate } from '../pace/gate.ts';

/**
 * Which Runs of a queue may be at work at once: one for each endpoint. A server of one's own that serves two models would
 * change between them at every call, and a hosted one counts both against one limit.
 */
export class Lanes {
  readonly #gates = new Map<string, Gate>();

  /** Waits for the Run's turn and gives the way to let the next one on; undefined when the signal aborts first. */
  async enter({ queue, config: { model } }: Run, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (queue === undefined || model.kind !== 'provider') return () => undefined;
    const name = `${queue.id} ${model.baseUrl}`;
    const gate = this.#gates.get(name) ?? new Gate(1);
    this.#gates.set(name, gate);
    return gate.enter(signal).catch(() => undefined);
  }
}
