import { adapter as svelteAdapter } from '@wuchale/svelte';
import { getKey, type Adapter, type HeuristicFunc, type IndexTracker, type Message } from 'wuchale';
import { varNames } from 'wuchale/adapter-utils';
import { Transformer } from 'wuchale/adapter-vanilla';
import { compileTranslation, type CompiledElement } from 'wuchale/compiler';

import { isMessage } from './is-message.ts';

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

/**
 * Puts the English message itself where wuchale would put its number in a catalogue: English then needs no catalogue, and each page
 * brings its own sentences.
 */
const inline: IndexTracker = {
  indices: new Map(),
  nextIndex: 0,
  // @ts-expect-error it is written into the code as it is
  get: (key: string) => JSON.stringify(compileMessage(key)),
};

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
 * Finds the messages of one source file and lets each be translated when it is shown.
 * @param file its path below the root, with slashes
 */
export async function transform(content: string, file: string): Promise<Transformed> {
  const context = { content, filename: file, index: inline, expr: expression, matchUrl: () => undefined };
  const { msgs, output } = file.endsWith('.svelte')
    ? await svelte.transform(context)
    : new ScriptTransformer(content, file, inline, heuristic, [], expression, runtime, () => undefined).transform();
  const messages = msgs.map(({ msgStr, context: note, placeholders }) => ({
    text: getKey(msgStr, note),
    file,
    placeholders: placeholders.map(([, code]) => code),
  }));
  if (messages.length === 0) return { messages, code: undefined, map: undefined };
  // A component declares wuchale's own name for it; a script has to import it by that name.
  const name = file.endsWith('.svelte') ? RUNTIME : varNames.rt;
  const { code, map } = output(`import { translate as ${name} } from '${RUNTIME_FILE}';`);
  return { messages, code, map };
}
