import type { PromptTemplate } from '../benchmark/index.ts';
import { readFString } from './f-string.ts';
import { pythonLiterals, unescapePython, type PythonLiteral } from './python-literals.ts';

/** Finds string literals in a Python source by what stands before them. Nothing is run. */
export class PythonSource {
  readonly #source: string;
  readonly #literals: readonly PythonLiteral[];
  /** The source with every string and comment overwritten, so that code can be searched for. */
  readonly #code: string;

  private constructor(source: string, literals: readonly PythonLiteral[]) {
    this.#source = source;
    this.#literals = literals;
    let code = '';
    let from = 0;
    for (const { start, end } of literals) {
      code += source.slice(from, start).replace(COMMENT, hide) + hide(source.slice(start, end));
      from = end;
    }
    this.#code = code + source.slice(from).replace(COMMENT, hide);
  }

  /** Undefined where the source is cut off within a string. */
  static read(text: string): PythonSource | undefined {
    const source = text.replace(/\r\n?/g, '\n');
    const literals = pythonLiterals(source);
    return literals === undefined ? undefined : new PythonSource(source, literals);
  }

  /** The text assigned to `name` by the first `name = "..."`, stripped where `.strip()` follows. */
  assigned(name: string): string | undefined {
    return this.#plain(this.#after(new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*`, 'm')));
  }

  /** The text that the first `return "..."` after `def name(` gives. */
  returned(name: string): string | undefined {
    const found = new RegExp(`^[ \\t]*def[ \\t]+${name}[ \\t]*\\(`, 'm').exec(this.#code);
    if (found === null) return undefined;
    return this.#plain(this.#after(/^[ \t]*return[ \t]+/m, found.index + found[0].length));
  }

  /** The f-string assigned to `name`, with gaps as `fields` names them. */
  assignedTemplate(name: string, fields: ReadonlyMap<string, string>): PromptTemplate | undefined {
    const literal = this.#after(new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*`, 'm'));
    return literal?.prefix === 'f' ? readFString(literal.raw, fields) : undefined;
  }

  /** The first run of f-strings side by side in brackets that has exactly these gaps in this order. */
  bracketedTemplate(fields: ReadonlyMap<string, string>): PromptTemplate | undefined {
    for (const [index, first] of this.#literals.entries()) {
      if (first.prefix !== 'f' || !/\(\s*$/.test(this.#code.slice(0, first.start))) continue;
      const run = [first];
      for (const next of this.#literals.slice(index + 1)) {
        const last = run.at(-1) ?? first;
        if (next.prefix !== 'f' || this.#code.slice(last.end, next.start).trim() !== '') break;
        run.push(next);
      }
      const template = readFString(run.map(({ raw }) => raw).join(''), fields);
      const gaps = template?.flatMap((part) => (part.kind === 'field' ? [part.name] : []));
      if (gaps?.join() === [...fields.values()].join()) return template;
    }
    return undefined;
  }

  #after(pattern: RegExp, from = 0): PythonLiteral | undefined {
    for (const match of this.#code.slice(from).matchAll(new RegExp(pattern, 'gm'))) {
      const position = from + match.index + match[0].length;
      const literal = this.#literals.find(({ start }) => start === position);
      if (literal !== undefined) return literal;
    }
    return undefined;
  }

  #plain(literal: PythonLiteral | undefined): string | undefined {
    if (literal === undefined || /[bf]/.test(literal.prefix)) return undefined;
    const text = literal.prefix.includes('r') ? literal.raw : unescapePython(literal.raw);
    return /^[ \t]*\.strip\(\)/.test(this.#source.slice(literal.end)) ? text?.trim() : text;
  }
}

const COMMENT = /#.*/g;

/** Quotes instead of every character but line breaks, so that positions and lines stay as they are. */
function hide(text: string): string {
  return text.replace(/[^\n]/g, '"');
}
