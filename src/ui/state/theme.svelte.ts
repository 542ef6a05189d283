const STORAGE_KEY = 'sonoscore-theme';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';
  } catch {
    // Storage may be forbidden; the page works without.
    return 'system';
  }
}

/** Light, dark or as the system has it. Kept in this browser. */
export class ThemeChoice {
  #theme = $state<Theme>(stored());

  constructor() {
    this.#apply();
  }

  get current(): Theme {
    return this.#theme;
  }

  set(theme: Theme): void {
    this.#theme = theme;
    this.#apply();
    try {
      if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, theme);
    } catch {
      // Then it holds until the page is left.
    }
  }

  #apply(): void {
    if (this.#theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.#theme;
  }
}
