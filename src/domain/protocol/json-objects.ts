/**
 * The JSON objects that stand in a text side by side, whatever is around them; objects within objects are not looked
 * for. Line breaks and tabs inside strings, which models write though JSON forbids them, are taken as they are meant.
 * @returns `cutShort` where the last object never ends
 */
export function jsonObjectsIn(text: string): { readonly objects: readonly object[]; readonly cutShort: boolean } {
  const objects: object[] = [];
  let position = text.indexOf('{');
  while (position !== -1) {
    const block = blockAt(text, position);
    if (block === undefined) return { objects, cutShort: true };
    const parsed = parse(block.json);
    if (parsed !== undefined) objects.push(parsed);
    position = text.indexOf('{', block.end);
  }
  return { objects, cutShort: false };
}

/** From the brace at `start` to the one that closes it. */
function blockAt(text: string, start: number): { readonly json: string; readonly end: number } | undefined {
  const pieces: string[] = [];
  let depth = 0;
  let inString = false;
  for (let position = start; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (inString && character === '\\') {
      pieces.push(character, text.charAt(position + 1));
      position += 1;
      continue;
    }
    if (character === '"') inString = !inString;
    else if (!inString && character === '{') depth += 1;
    else if (!inString && character === '}') depth -= 1;
    pieces.push(inString && character < ' ' ? JSON.stringify(character).slice(1, -1) : character);
    if (depth === 0) return { json: pieces.join(''), end: position + 1 };
  }
  return undefined;
}

function parse(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
