import { clipAccident } from './clip-errors.ts';
import { type Deferred, untilAborted } from './race.ts';
import type { WebcodecsWorker } from './webcodecs-client.ts';
import type { WebcodecsJob, WebcodecsOutcome } from './webcodecs-protocol.ts';

/** A cut that was asked for. */
export interface Asked extends WebcodecsJob {
  readonly sourceId: number;
  readonly blob: Blob;
  readonly signal: AbortSignal;
  /** Aborted when it need not wait for its turn any more, since another takes it along. */
  readonly turn: AbortController;
  readonly outcome: Deferred<WebcodecsOutcome>;
  party?: CutParty;
}

/** Cuts of one source that a worker does together. It stops only when nobody waits for any of them. */
export class CutParty {
  readonly #stop = new AbortController();
  #waiting = 0;
  #cutting = 0;
  /** Never rejects. */
  readonly over: Promise<void>;

  constructor(members: readonly Asked[], worker: WebcodecsWorker) {
    this.#waiting = members.length;
    this.#cutting = members.length;
    this.over = this.#cut(members, worker);
  }

  /**
   * Of one of the members, each of whom has to ask.
   * @throws {DOMException} AbortError when its signal aborts; the others' cuts go on
   */
  async outcomeOf(member: Asked): Promise<WebcodecsOutcome> {
    try {
      return await untilAborted(member.outcome.promise, member.signal);
    } finally {
      this.#waiting -= 1;
      // What is cut is cut: the worker only has to say so.
      if (this.#waiting === 0 && this.#cutting > 0) this.#stop.abort();
    }
  }

  async #cut(members: readonly Asked[], worker: WebcodecsWorker): Promise<void> {
    const [first] = members;
    if (first === undefined) return;
    const { sourceId, blob } = first;
    // Only what can be sent to a worker.
    const jobs = members.map(({ startSeconds, durationSeconds, roi, nominalFrameRate, mayCopy }) => {
      return { startSeconds, durationSeconds, roi, nominalFrameRate, mayCopy };
    });
    const outcomes = members.map(({ outcome }) => outcome);
    try {
      const answer = await worker.ask({ kind: 'cut', sourceId, blob, jobs }, this.#stop.signal, (part) => {
        this.#cutting -= 1;
        outcomes[part.index]?.resolve(part.outcome);
      });
      const rest = clipAccident('The browser’s decoder failed at this clip: try again.', answer);
      for (const one of outcomes) one.reject(rest);
    } catch (error) {
      for (const one of outcomes) one.reject(error);
    }
  }
}
