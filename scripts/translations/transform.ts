import { adapter as svelteAdapter } from '@wuchale/svelte';
import { getKey, type Adapter, type HeuristicFunc, type IndexTracker, type Message } from 'wuchale';
import { varNames } from 'wuchale/adapter-utils';
import { Transformer } from 'wuchale/adapter-vanilla';
import { compileTranslation, type CompiledElement } from 'wuchale/compiler';

import { isMessage } from './is-message.ts';
import { isTranslated } from './source-files.ts';

/** What stands for the runtime in a transformed component. */
const RUNTIME = '_translate_';
const RUNTIME_FILE = '/src/language/translate.ts';

/** A sentence for a person, as it stands in a source file. */
export interface SourceMessage {
  readonly text: string;
  readonly file: string;
  /** What each `{0}` of the text is in the code, for translators. */
  readonly placeholders: readonly string[];
}

export interface Transformed {
  readonly messages: readonly SourceMessage[];
  /** Undefined where the file holds no message. */
  readonly code: string | undefined;
  readonly map: unknown;
}

/** The spaces around a text in the code, by the text without them, which is how wuchale names a message. */
type Edges = ReadonlyMap<string, { readonly before: string; readonly after: string }>;

/**
 * Puts the English message itself where wuchale would put its number in a catalogue: English then needs no catalogue, and each page
 * brings its own sentences. Spaces at its edges stand beside it, since a catalogue holds none.
 */
const inline = (edges: Edges): IndexTracker => ({
  indices: new Map(),
  nextIndex: 0,
  // @ts-expect-error it is written into the code as it is
  get(key: string) {
    const around = edges.get(key);
    const message = compileMessage(key);
    return JSON.stringify(around === undefined ? message : { ...around, message });
  },
});

const heuristic: HeuristicFunc = (message) => (isMessage(message) ? 'message' : false);
const plain = { wrapInit: (expression: string) => expression, wrapUse: (expression: string) => expression };
/** Once a file: the language is the same from the first to the last moment of a page. */
const runtime: Adapter['runtime'] = {
  initReactive: ({ funcName }) => (funcName === undefined || funcName === null ? false : null),
  useReactive: false,
  plain,
  reactive: plain,
};
const expression = { plain: RUNTIME, reactive: RUNTIME };
const svelte = svelteAdapter({ heuristic, patterns: [], runtime, loader: 'custom' });

/** wuchale's own reader of TypeScript, which passes over what is thrown. */
class ScriptTransformer extends Transformer {
  override visitThrowStatement = (...[node]: readonly unknown[]): Message[] =>
    this.visit(Reflect.get(Object(node), 'argument'));
}

/** A message as the page uses it: a text, or its pieces with the numbers of what stands between them. */
export function compileMessage(text: string): CompiledElement {
  return compileTranslation(text, text);
}

/**
 * Finds the messages of one source file; in a file of the pages lets each be translated where it stands.
 * @param file its path below the root, with slashes
 */
export async function transform(content: string, file: string): Promise<Transformed> {
  const first = await find(content, file, new Map());
  const edges: Edges = isTranslated(file) ? edgesOf(first.msgs, file) : new Map();
  const { msgs, output } = edges.size === 0 ? first : await find(content, file, edges);
  const messages = msgs.map(({ msgStr, context: note, placeholders }) => ({
    text: getKey(msgStr, note),
    file,
    placeholders: placeholders.map(([, code]) => code),
  }));
  if (messages.length === 0 || !isTranslated(file)) return { messages, code: undefined, map: undefined };
  // A component declares wuchale's own name for it; a script has to import it by that name.
  const name = file.endsWith('.svelte') ? RUNTIME : varNames.rt;
  const { code, map } = output(`import { translate as ${name} } from '${RUNTIME_FILE}';`);
  return { messages, code, map };
}

async function find(content: string, file: string, edges: Edges) {
  const index = inline(edges);
  if (!file.endsWith('.svelte'))
    return new ScriptTransformer(content, file, index, heuristic, [], expression, runtime, () => undefined).transform();
  return svelte.transform({ content, filename: file, index, expr: expression, matchUrl: () => undefined });
}

/**
 * The messages of a file that have spaces at their edges: parts that are put beside others, which would run together without them.
 * @throws where the same words stand both with and without them, since one could not be told from the other
 */
function edgesOf(messages: readonly Message[], file: string): Edges {
  const found = new Map<string, { readonly before: string; readonly after: string }>();
  for (const { msgStr, context } of messages) {
    const key = getKey(msgStr, context);
    const text = msgStr.join('\n');
    const before = /^\s*/.exec(text)?.[0] ?? '';
    const after = /\s*$/.exec(text)?.[0] ?? '';
    const known = found.get(key);
    if (known !== undefined && (known.before !== before || known.after !== after))
      throw new Error(`${file}: “${key}” stands with and without spaces around it; give it one form.`);
    found.set(key, { before, after });
  }
  return new Map([...found].filter(([, { before, after }]) => before !== '' || after !== ''));
}
