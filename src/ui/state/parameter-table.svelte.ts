import { parameterText, parameterValue } from './parameter-value.ts';

export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** One line of the table, as typed. */
export interface ParameterRow {
  readonly id: number;
  name: string;
  text: string;
}

/** Parameters are stored with the run, so nothing secret may be among them. */
const SECRET = /^(?:api[-_]?key|authorization|token|secret)$/i;

/** The parameters of a call as a small table of names and values that a reader edits. */
export class ParameterTable {
  #nextId = 1;
  rows = $state<ParameterRow[]>([]);

  /** Puts a preset's parameters in place of what is there. */
  fill(parameters: Parameters): void {
    this.rows = Object.entries(parameters).map(([name, value]) => this.#row(name, parameterText(value)));
  }

  add(): void {
    this.rows.push(this.#row('', ''));
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }

  /** What is sent: rows without a name say nothing. */
  get values(): Parameters {
    return Object.fromEntries(
      this.rows.filter(({ name }) => name.trim() !== '').map(({ name, text }) => [name.trim(), parameterValue(text)]),
    );
  }

  /** What is wrong with the table, in a sentence. */
  get mistake(): string | undefined {
    const seen = new Set<string>();
    for (const row of this.rows) {
      const name = row.name.trim();
      if (name === '' && row.text.trim() !== '') return 'Name every parameter, or take its line out.';
      if (SECRET.test(name))
        return `The parameter “${name}” looks like a key, and parameters are stored with the run: use the key field.`;
      if (name !== '' && seen.has(name)) return `The parameter “${name}” is there twice: take one out.`;
      seen.add(name);
    }
    return undefined;
  }

  #row(name: string, text: string): ParameterRow {
    return { id: this.#nextId++, name, text };
  }
}
