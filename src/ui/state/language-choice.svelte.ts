import type { Services } from '../../app/index.ts';
import { keepLanguage, language, type Language } from '../../language/index.ts';

/** The page's language. Another one holds once the page is loaded anew, which waits while a Run is at work in some tab. */
export class LanguageChoice {
  chosen = $state.raw<Language>(language());
  /** True: another language was chosen while a Run is at work. */
  isHeld = $state.raw(false);

  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async set(chosen: Language): Promise<void> {
    this.chosen = chosen;
    keepLanguage(chosen);
    if (chosen === language()) {
      this.isHeld = false;
      return;
    }
    const { runs } = this.#services;
    const atWork = await runs.atWork(await runs.list());
    this.isHeld = atWork.size > 0;
    if (!this.isHeld) location.reload();
  }
}
