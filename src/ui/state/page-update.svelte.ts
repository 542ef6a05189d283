import type { Services, UpdateState } from '../../app/index.ts';

/** Whether a newer version of the page is ready, and the way to it. */
export class PageUpdate {
  state = $state.raw<UpdateState>('current');
  /** True: the newer version was asked for while a Run is at work in some tab, and waits for its end. */
  isHeld = $state.raw(false);

  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Keeps `state` up to date until the returned function is called. */
  listen(): () => void {
    return (
      this.#services.updates?.watch((state) => {
        this.state = state;
        this.isHeld = false;
      }) ?? (() => undefined)
    );
  }

  /** Goes over to the newer version, unless a Run is at work: then its files stay as they are. */
  async use(): Promise<void> {
    const { runs, updates } = this.#services;
    const atWork = await runs.atWork(await runs.list());
    this.isHeld = atWork.size > 0;
    if (!this.isHeld) updates?.use();
  }
}
