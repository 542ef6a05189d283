import fc from 'fast-check';
import { expect, test } from 'vitest';

import { LENGTH_BINS } from '../../../src/ui/state/length-bins.ts';
import { OUTCOMES } from '../../../src/domain/run/index.ts';
import { formatRoute, parseRoute, type Route } from '../../../src/ui/state/route.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ kind: 'start' }),
  fc.constant<Route>({ kind: 'setup' }),
  fc.constant<Route>({ kind: 'about' }),
  fc.constant<Route>({ kind: 'class' }),
  id.map((classId): Route => ({ kind: 'present', classId })),
  fc.stringMatching(/^[\w.%-]*$/).map((deck): Route => ({ kind: 'quiz', deck })),
  text.map((url): Route => ({ kind: 'open', url })),
  fc.stringMatching(/^[\w=&%.-]*$/).map((query): Route => ({ kind: 'configured', query })),
  fc.stringMatching(/^[\w-]*$/).map((payload): Route => ({ kind: 'shared', payload })),
  id.map((runId): Route => ({ kind: 'run', runId })),
  id.map((runId): Route => ({ kind: 'results', runId })),
  id.map((runId): Route => ({ kind: 'audit', runId })),
  fc.uniqueArray(id, { maxLength: 8 }).map((runIds): Route => ({ kind: 'compare', runIds })),
  fc.record({
    kind: fc.constant('questions' as const),
    runId: id,
    questionId: fc.option(id, { nil: undefined }),
    epoch: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
    filter: fc.record({
      kind: fc.constantFrom(undefined, 'multiple-choice' as const, 'free-response' as const),
      type: fc.constantFrom(undefined, 1 as const, 2 as const, 3 as const),
      outcome: fc.constantFrom(undefined, ...OUTCOMES),
      videoKey: fc.option(fc.string({ unit: 'grapheme', maxLength: 40 }), { nil: undefined }),
      length: fc.constantFrom(undefined, ...LENGTH_BINS.map((bin) => bin.id)),
      readings: fc.constantFrom(undefined, 'differ' as const),
      models: fc.constantFrom(undefined, 'differ' as const),
      shortcut: fc.constantFrom(undefined, 'elsewhere' as const),
      text: fc.string({ unit: 'grapheme', maxLength: 40 }),
    }),
  }),
);

test('an address leads to the page that it was made for', () => {
  fc.assert(
    fc.property(route, (page) => {
      expect(parseRoute(formatRoute(page))).toEqual(page);
    }),
  );
});

test('the browser keeps an address as it was made', () => {
  fc.assert(
    fc.property(route, (page) => {
      history.replaceState(null, '', formatRoute(page));
      expect(parseRoute(location.hash)).toEqual(page);
    }),
  );
});

test('no text after # makes the pages stumble', () => {
  fc.assert(
    fc.property(text, (anything) => {
      expect(parseRoute(`#${anything}`).kind).toBeTypeOf('string');
    }),
  );
});

test.each(['#/nowhere', '#/setup/more', '#/run', '#/results/a/b', '#/run/a/b/c/d', '#/run/%E0%A4%A'])(
  '%s is said to be no page',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ kind: 'unknown', hash });
  },
);
