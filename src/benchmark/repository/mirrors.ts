/** A mirror that failed so often without a break is asked last. */
const LAST_AFTER_FAILURES = 3;

/** The address of a file below a mirror's. Names may hold spaces, brackets, hash signs and the like. */
export function fileUrl(mirror: string, path: string): string {
  return `${mirror.replace(/\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Servers that hold the same files, and how each has been answering. */
export class Mirrors {
  readonly #bases: readonly string[];
  readonly #failures = new Map<string, number>();

  constructor(bases: readonly string[]) {
    this.#bases = bases;
  }

  /** In the order given; one that fails all the time goes behind the others. */
  inOrder(): readonly string[] {
    const rank = (base: string) => ((this.#failures.get(base) ?? 0) >= LAST_AFTER_FAILURES ? 1 : 0);
    return [...this.#bases].sort((a, b) => rank(a) - rank(b));
  }

  answered(base: string): void {
    this.#failures.set(base, 0);
  }

  failed(base: string): void {
    this.#failures.set(base, (this.#failures.get(base) ?? 0) + 1);
  }
}
