import * as v from 'valibot';

import type { Benchmark, Question } from '../benchmark/index.ts';

/** More than anybody gets through, and little enough for a link. */
export const MOST_DECK_QUESTIONS = 200;

/** An ordered choice of a Benchmark's Questions, for people to answer. */
export interface Deck {
  readonly formatVersion: 1;
  readonly id: string;
  readonly name: string;
  /** ISO date. */
  readonly createdAt: string;
  readonly benchmark: { readonly name: string; readonly digest: string };
  /** Ids of Questions, in the order in which they are asked; none twice. */
  readonly questionIds: readonly string[];
}

export const deckSchema: v.GenericSchema<unknown, Deck> = v.object({
  formatVersion: v.literal(1),
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  createdAt: v.string(),
  benchmark: v.object({ name: v.string(), digest: v.string() }),
  questionIds: v.pipe(
    v.array(v.pipe(v.string(), v.nonEmpty())),
    v.minLength(1),
    v.maxLength(MOST_DECK_QUESTIONS),
    v.check((ids) => new Set(ids).size === ids.length, 'a question stands in it twice'),
  ),
});

const versioned = v.object({ formatVersion: v.number() });

/**
 * What was stored or exported, by its schema.
 * @param what what it is called, for the sentence
 * @throws {TypeError} one sentence with the place of what is wrong, or that a newer Sonoscore has written it
 */
export function parsedAs<T>(schema: v.GenericSchema<unknown, T>, stored: unknown, what: string): T {
  const result = v.safeParse(schema, stored);
  if (result.success) return result.output;
  const version = v.safeParse(versioned, stored);
  if (version.success && version.output.formatVersion > 1)
    throw new TypeError(`This ${what} was stored by a newer Sonoscore: reload the page to get that version.`);
  const issue = result.issues[0];
  const at = (v.getDotPath(issue) ?? 'the whole').slice(0, 100);
  throw new TypeError(`This ${what} cannot be read: ${at} is not as it should be (${issue.message.slice(0, 200)}).`);
}

/**
 * A Deck as it was stored or exported.
 * @throws {TypeError} one sentence: what is wrong with it
 */
export function parseDeck(stored: unknown): Deck {
  return parsedAs(deckSchema, stored, 'deck');
}

/** A Deck as a file's text. */
export function deckToText(deck: Deck): string {
  return `${JSON.stringify({ format: 'sonoscore-deck', ...deck }, undefined, 2)}\n`;
}

const fileOfDeck = v.object({ format: v.literal('sonoscore-deck') });

/**
 * The Deck in a file's text.
 * @throws {TypeError} one sentence: what is wrong with it
 */
export function readDeckText(text: string): Deck {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new TypeError('This file is not valid JSON: it may have been cut short.');
  }
  if (!v.is(fileOfDeck, content))
    throw new TypeError('This file holds no deck: choose one that Sonoscore has written.');
  return parseDeck(content);
}

/** The Questions of a Deck in its order, and how many of them the Benchmark does not have. */
export function deckQuestions(
  deck: Pick<Deck, 'questionIds'>,
  benchmark: Benchmark,
): { readonly questions: readonly Question[]; readonly missingCount: number } {
  const byId = new Map(benchmark.questions.map((question) => [question.id, question]));
  const questions = deck.questionIds.flatMap((id) => byId.get(id) ?? []);
  return { questions, missingCount: deck.questionIds.length - questions.length };
}

/** A list with one entry at another place; places count from 0, and one that is not there moves nothing. */
export function movedTo<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list.slice(from, from + 1);
  if (from < 0 || to < 0 || to >= list.length || entry.length === 0) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, ...entry);
}
