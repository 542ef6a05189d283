import fc from 'fast-check';
import { expect, test } from 'vitest';

import { keyDigestOf, newRoom, roomSigner, verifiedBody } from '../../../src/app/index.ts';
import {
  countsFor,
  EMPTY_VOTES,
  readAddresses,
  readInvitation,
  readPhone,
  readTeacher,
  studentMessage,
  takePhone,
  writeInvitation,
} from '../../../src/domain/classroom/index.ts';
import { aFreeQuestion, aQuestion } from '../builders.ts';

const choice = aQuestion({ number: 1 });
const typed = aFreeQuestion({ number: 2 });
const questions = [choice, typed];
const open = { questionIndex: 0, stage: 'vote' } as const;

const personIds = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;
const sent = fc.record({
  personId: fc.constantFrom(...personIds),
  counter: fc.integer({ min: 1, max: 4 }),
  copies: fc.integer({ min: 1, max: 3 }),
});

test('however often and in whatever order answers come, each person has one vote: the last that was given', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 20 }), fc.array(fc.nat({ max: 1000 })), (all, shuffle) => {
      // A counter stands for one choice, as a phone gives them.
      const votes = all.flatMap(({ personId, counter, copies }) =>
        Array.from({ length: copies }, () => ({ personId, counter, choice: counter % 4 })),
      );
      const mixed = votes
        .map((vote, index) => ({ vote, key: shuffle[index % Math.max(1, shuffle.length)] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ vote }) => vote);
      let ledger = EMPTY_VOTES;
      for (const { personId, ...vote } of mixed) {
        const said = { kind: 'answers', personId, texts: [] } as const;
        const taken = takePhone(ledger, open, questions, {
          ...said,
          votes: [{ questionId: choice.id, stage: 'first', ...vote }],
        });
        expect(taken.late).toEqual([]);
        expect(taken.counted).toHaveLength(1);
        ledger = taken.ledger;
      }
      const expected = [0, 0, 0, 0];
      for (const personId of personIds) {
        const counters = all.filter((each) => each.personId === personId).map(({ counter }) => counter);
        if (counters.length > 0) expected[Math.max(...counters) % 4]! += 1;
      }
      expect(countsFor(ledger, choice.id, 'first', 4)).toEqual(expected);
    }),
  );
});

test('an answer counts while its vote is open, and is told to be late after that', () => {
  const vote = { questionId: choice.id, stage: 'first', choice: 2, counter: 1 } as const;
  const say = (place: Parameters<typeof takePhone>[1], ledger = EMPTY_VOTES) =>
    takePhone(ledger, place, questions, { kind: 'answers', personId: 'aaaaaaaaaa', votes: [vote], texts: [] });
  expect(say({ questionIndex: 0, stage: 'watch' }).late).toHaveLength(1);
  expect(say({ questionIndex: 0, stage: 'discuss' }).counted).toHaveLength(1);
  expect(say({ questionIndex: 0, stage: 'reveal' }).late).toHaveLength(1);
  expect(say({ questionIndex: 1, stage: 'vote' }).late).toHaveLength(1);
  // What was taken in time is said to be counted whenever it is sent again.
  expect(say({ questionIndex: 1, stage: 'vote' }, say(open).ledger).counted).toHaveLength(1);
});

test('an option that is not there, and words where there are options, are not taken', () => {
  const place = { questionId: choice.id, stage: 'first', counter: 1 } as const;
  const texts = [{ ...place, text: 'the vein' }];
  const said = { kind: 'answers', personId: 'aaaaaaaaaa', votes: [{ ...place, choice: 9 }], texts } as const;
  expect(takePhone(EMPTY_VOTES, open, questions, said)).toMatchObject({ counted: [], ledger: { votes: [] } });
  const words = { ...said, votes: [], texts: [{ ...place, questionId: typed.id, text: '  the\nvein ' }] };
  const { ledger } = takePhone(EMPTY_VOTES, { questionIndex: 1, stage: 'vote' }, questions, words);
  expect(ledger.texts).toEqual([expect.objectContaining({ text: 'the vein', personId: 'aaaaaaaaaa' })]);
});

test('no more persons than fit into a hall are counted, and those who are there still are', () => {
  const votes = Array.from({ length: 1_000 }, (_, at) => ({
    personId: `person-${at}`,
    questionId: choice.id,
    stage: 'first' as const,
    choice: 0,
    counter: 1,
  }));
  const full = { ...EMPTY_VOTES, votes };
  const say = (personId: string) =>
    takePhone(full, open, questions, {
      kind: 'answers',
      personId,
      votes: [{ questionId: choice.id, stage: 'first', choice: 1, counter: 2 }],
      texts: [],
    });
  expect(say('one-more').late).toHaveLength(1);
  expect(say('person-7').counted).toHaveLength(1);
});

test('whatever comes over the air is read or passed over', () => {
  const state = {
    kind: 'state',
    sequence: 1,
    deckName: 'Morning',
    questionNumber: 1,
    questionCount: 2,
    message: studentMessage('reveal', typed),
  } as const;
  expect(readTeacher(JSON.stringify(state))).toEqual(state);
  const whole = JSON.stringify({
    kind: 'answers',
    personId: 'aaaaaaaaaa',
    votes: [{ questionId: 'mcq/knee/1', stage: 'first', choice: 1, counter: 1 }],
    texts: [],
  });
  expect(readPhone(whole)).toMatchObject({ kind: 'answers' });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.json(),
        fc.nat({ max: whole.length - 1 }).map((at) => whole.slice(0, at)),
      ),
      (any) => {
        expect(readPhone(any)).toBeUndefined();
        expect(readTeacher(any)).toBeUndefined();
      },
    ),
  );
  expect(readPhone(JSON.stringify({ kind: 'hello', personId: 'a'.repeat(30_000) }))).toBeUndefined();
});

test('only the room’s own teacher is believed, and in this room only', async () => {
  const room = await newRoom();
  const keyDigest = await keyDigestOf(room.publicKey);
  const message = await (await roomSigner(room))('{"kind":"state"}');
  const read = (sealed: unknown, of = room) => verifiedBody(sealed, { ...of, keyDigest });
  expect(await read(message)).toBe('{"kind":"state"}');
  const other = await newRoom();
  expect(await read(await (await roomSigner({ ...other, roomId: room.roomId }))('{"kind":"state"}'))).toBeUndefined();
  expect(await read(message, { ...room, roomId: other.roomId })).toBeUndefined();
  expect(await read(message.replace('state', 'stats'))).toBeUndefined();
  for (const nonsense of [undefined, '', '{}', 'null', '{"body":"x","key":"{}","signature":"!"}', 7])
    expect(await read(nonsense)).toBeUndefined();
});

test('an invitation comes through a link whole, or says that it did not', () => {
  const invitation = {
    roomId: 'room-of-a-class-1',
    password: 'a_word-that-is-long',
    keyDigest: '0123456789abcdef0123456789abcdef',
    relayUrls: ['wss://relay.example/path', 'ws://127.0.0.1:7777'],
    stunUrls: [],
  };
  expect(readInvitation(writeInvitation(invitation))).toEqual(invitation);
  const usual = { ...invitation, relayUrls: [], stunUrls: undefined };
  expect(readInvitation(writeInvitation(usual))).toEqual(usual);
  expect(() => readInvitation('room=abc')).toThrow(/not whole/);
  expect(() => readInvitation(`${writeInvitation(usual)}&relays=https://evil.example`)).toThrow(/no relay’s address/);
  expect(readAddresses(' wss://a.example\n\nwss://b.example ', 'relay')).toHaveLength(2);
  expect(() => readAddresses('ws://relay.example', 'relay')).toThrow(/wss:\/\//);
  expect(() => readAddresses('turn:a.example', 'stun')).toThrow(/stun:/);
});
