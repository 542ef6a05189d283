import { expect, test } from 'vitest';

import { parseAttempt, parseRun, upgraded } from '../../../src/domain/run/index.ts';
import { BARE_ATTEMPT, BARE_RUN, FULL_ATTEMPT, FULL_RUN, WAITING_ATTEMPT } from './stored/version-1.ts';

function without(stored: unknown, name: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(stored)).filter(([each]) => each !== name));
}

test.each([
  ['a run with nothing that may be absent', BARE_RUN, parseRun],
  ['a run with everything', FULL_RUN, parseRun],
  ['a queued attempt', BARE_ATTEMPT, parseAttempt],
  ['a waiting attempt with its cause', WAITING_ATTEMPT, parseAttempt],
  ['an attempt with everything', FULL_ATTEMPT, parseAttempt],
] as const)('%s, as version 1 stored it, reads whole and stays what it was', (_name, stored, parse) => {
  // What JSON leaves out and what is undefined are one.
  expect(JSON.parse(JSON.stringify(parse(stored)))).toEqual(stored);
});

test.each(['queue', 'deletedAt'])('a run without its %s reads', (name) => {
  const rest = without(FULL_RUN, name);
  expect(JSON.parse(JSON.stringify(parseRun(rest)))).toEqual(rest);
});

test.each(['prompt', 'clip', 'reply', 'prediction', 'verdict', 'judgeUsage', 'override', 'failure', 'reused'])(
  'an attempt without its %s reads',
  (name) => {
    const rest = without(FULL_ATTEMPT, name);
    expect(JSON.parse(JSON.stringify(parseAttempt(rest)))).toEqual(rest);
  },
);

test('a waiting attempt from before causes were kept reads', () => {
  const state = without(new Map(Object.entries(Object(WAITING_ATTEMPT))).get('state'), 'cause');
  expect(parseAttempt({ ...without(WAITING_ATTEMPT, 'state'), state }).state).toEqual(state);
});

test('older versions go through every step that leads to today’s, in order; newer ones and no record are left alone', () => {
  const steps = [
    ({ name, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, title: name }),
    (stored: Readonly<Record<string, unknown>>) => ({ ...stored, title: `${String(stored['title'])}!` }),
  ];
  expect(upgraded({ formatVersion: 1, name: 'a' }, steps)).toEqual({ formatVersion: 3, title: 'a!' });
  expect(upgraded({ formatVersion: 2, title: 'b' }, steps)).toEqual({ formatVersion: 3, title: 'b!' });
  for (const same of [{ formatVersion: 3, title: 'c' }, { formatVersion: 9 }, { formatVersion: 0 }, 'text', null])
    expect(upgraded(same, steps)).toEqual(same);
});
