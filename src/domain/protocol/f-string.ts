import type { PromptTemplate } from '../benchmark/index.ts';
import { unescapePython } from './python-literals.ts';

/**
 * Reads the raw body of an f-string whose gaps hold only expressions named in `fields` (Python expression to field
 * name); `{{` and `}}` are braces. Undefined for any other gap, such as one with a format or a conversion.
 */
export function readFString(raw: string, fields: ReadonlyMap<string, string>): PromptTemplate | undefined {
  const parts: PromptTemplate[number][] = [];
  let text = '';
  let position = 0;
  while (position < raw.length) {
    const character = raw.charAt(position);
    const doubled = raw.charAt(position + 1) === character;
    if ((character === '{' || character === '}') && doubled) {
      text += character;
      position += 2;
    } else if (character === '{') {
      const close = raw.indexOf('}', position);
      const name = close === -1 ? undefined : fields.get(raw.slice(position + 1, close).trim());
      if (name === undefined) return undefined;
      if (!push(parts, text)) return undefined;
      parts.push({ kind: 'field', name });
      text = '';
      position = close + 1;
    } else if (character === '}') {
      return undefined;
    } else {
      text += character;
      position += 1;
    }
  }
  return push(parts, text) ? parts : undefined;
}

function push(parts: PromptTemplate[number][], raw: string): boolean {
  const text = unescapePython(raw);
  if (text === undefined) return false;
  if (text !== '') parts.push({ kind: 'text', text });
  return true;
}

/**
 * Fills every gap of a template.
 * @throws {RangeError} where `values` lacks one
 */
export function fillTemplate(template: PromptTemplate, values: Readonly<Record<string, string>>): string {
  return template
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = values[part.name];
      if (value === undefined) throw new RangeError(`The prompt asks for "${part.name}", which is not known here.`);
      return value;
    })
    .join('');
}
