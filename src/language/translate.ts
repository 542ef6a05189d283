/** A message in pieces: texts, the numbers of what stands between them, and parts with their own number in front. */
export type Piece = string | number | readonly Piece[];
export type Message = string | readonly Piece[];
/** A part that is put beside others: the spaces at its edges stay, whatever the language. */
export interface SpacedMessage {
  readonly before: string;
  readonly message: Message;
  readonly after: string;
}

/** The sentences of one language by the English ones; a message in pieces is found by its JSON. */
export type Catalog = Readonly<Record<string, Message>>;

let catalog: Catalog = {};

/** To be called before anything that holds sentences is loaded: some of them are looked up only once. */
export function useCatalog(next: Catalog): void {
  catalog = next;
}

/** The message in the page's language; in English where the catalogue lacks it. */
function look(message: Message): Message {
  return catalog[typeof message === 'string' ? message : JSON.stringify(message)] ?? message;
}

function isSpaced(message: Message | SpacedMessage): message is SpacedMessage {
  return typeof message === 'object' && 'before' in message;
}

function join(pieces: readonly Piece[], values: readonly unknown[]): string {
  return pieces.map((piece) => (typeof piece === 'number' ? String(values[piece]) : piece)).join('');
}

/**
 * A sentence in the page's language. Nobody writes this call: the build puts it around what
 * `scripts/translations/is-message.ts` takes for a sentence.
 * @param values what goes where the message holds a number
 */
export function translate(message: Message | SpacedMessage, values: readonly unknown[] = []): string {
  if (isSpaced(message)) return `${message.before}${translate(message.message, values)}${message.after}`;
  const found = look(message);
  return typeof found === 'string' ? found : join(found, values);
}

/** The pieces, for wuchale's component that puts elements between them. */
translate.c = (message: Message): readonly Piece[] => {
  const found = look(message);
  return typeof found === 'string' ? [found] : found;
};

/** The text of a part inside another message; its own number comes first. */
translate.x = (pieces: readonly Piece[], values: readonly unknown[] = []): string => join(pieces.slice(1), values);
