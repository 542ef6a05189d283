import { localized } from '../../language/index.ts';
import type { Services } from '../../app/index.ts';
import type { Run } from '../../domain/run/index.ts';

/** Says when a Run of this tab finishes or pauses, by sound or notification, where somebody asked for it in this visit. */
export class EndNotice {
  readonly #services: Pick<Services, 'runs' | 'signals'>;
  readonly #isMine: (runId: string) => boolean;
  readonly #statuses = new Map<string, Run['status']['kind']>();

  sound = $state(false);
  notification = $state(false);
  message = $state<string | undefined>();

  constructor(services: Pick<Services, 'runs' | 'signals'>, isMine: (runId: string) => boolean) {
    this.#services = services;
    this.#isMine = isMine;
    if (services.signals === undefined) return;
    services.runs.watchAll((run) => {
      this.#hear(run);
    });
  }

  get offered(): boolean {
    return this.#services.signals !== undefined;
  }

  /** In the click that asks for it. */
  async setSound(on: boolean): Promise<void> {
    this.sound = on;
    this.message = undefined;
    if (!on) return;
    try {
      await this.#services.signals?.readySound();
      this.#services.signals?.sound();
    } catch {
      this.sound = false;
      this.message = 'This browser plays no sound for this page.';
    }
  }

  /** In the click that asks for it. */
  async setNotification(on: boolean): Promise<void> {
    this.notification = on;
    this.message = undefined;
    if (!on) return;
    const allowed = await this.#services.signals?.askToNotify().catch(() => false);
    if (allowed === true) return;
    this.notification = false;
    this.message = 'This browser shows no notifications of this page: allow them in its settings for the site.';
  }

  #hear({ id, status, config, questionIds, deletedAt }: Run): void {
    const before = this.#statuses.get(id);
    this.#statuses.set(id, status.kind);
    if (before !== 'running' || deletedAt !== undefined || !this.#isMine(id)) return;
    if (status.kind !== 'finished' && status.kind !== 'paused') return;
    if (this.sound) this.#services.signals?.sound();
    if (!this.notification) return;
    // Baselines and imported runs are over before anybody looks elsewhere.
    const name = config.model.kind === 'provider' ? config.model.modelId : 'the run';
    const title = status.kind === 'finished' ? `Finished: ${name}` : `Paused: ${name}`;
    const body =
      status.kind === 'paused' ? localized(status.reason) : `All ${questionIds.length} questions have been asked.`;
    this.#services.signals?.notify(title, body, `sonoscore-${id}`);
  }
}
