const key = 'aftermotion-theme';

/** Dark or light: the user's last choice, or else the system's preference. */
export class Theme {
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor(private readonly changed: (theme: Theme) => void) {
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get isDark(): boolean {
    const chosen = readChoice();
    return chosen ? chosen === 'dark' : this.system.matches;
  }

  toggle(): void {
    const next = this.isDark ? 'light' : 'dark';
    try {
      localStorage.setItem(key, next);
    } catch {
      // If the page has no storage, the theme still changes.
      document.documentElement.dataset.theme = next;
      this.changed(this);
      return;
    }
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.isDark ? 'dark' : 'light';
    this.changed(this);
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return document.documentElement.dataset.theme ?? null;
  }
}
