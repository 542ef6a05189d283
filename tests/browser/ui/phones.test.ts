import { expect, test } from 'vitest';

import type { ClassNetwork } from '../../../src/app/index.ts';
import {
  type ClassSession,
  type Deck,
  EMPTY_VOTES,
  tagOf,
  writeAnswerCode,
  writeSheetCode,
} from '../../../src/domain/classroom/index.ts';
import { AnswerState } from '../../../src/ui/state/answer-state.svelte.ts';
import { JoinState } from '../../../src/ui/state/join-state.svelte.ts';
import { PhoneRoom } from '../../../src/ui/state/phone-room.svelte.ts';
import { PresentState } from '../../../src/ui/state/present-state.svelte.ts';
import { memoryClassNetwork } from '../../unit/classroom/memory-class-network.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';

const PHONES = 30;
const QUESTIONS = 5;

/** One phone's own storage. */
function aStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const all = new Map<string, string>();
  return { getItem: (key) => all.get(key) ?? null, setItem: (key, value) => void all.set(key, value) };
}

/** A class at a deck of multiple-choice questions, open to phones. */
async function aClass(network: ClassNetwork) {
  const sample = fakeBenchmark(2 * QUESTIONS, 0);
  const asked = sample.questions.filter(({ kind }) => kind === 'multiple-choice').slice(0, QUESTIONS);
  const services = new FakeServices({ sample });
  services.classNetwork = network;
  await services.benchmarks.keep(sample);
  const createdAt = '2026-01-01T00:00:00.000Z';
  const deck: Deck = {
    formatVersion: 1,
    id: 'deck-1',
    name: 'Morning class',
    createdAt,
    benchmark: { name: sample.name, digest: sample.digest },
    questionIds: asked.map(({ id }) => id),
  };
  const place = { questionIndex: 0, stage: 'watch' } as const;
  const session: ClassSession = {
    formatVersion: 1,
    id: 'c',
    deck,
    createdAt,
    updatedAt: createdAt,
    place,
    ledger: EMPTY_VOTES,
  };
  await services.classroom.changeClass(session.id, () => session);
  const present = new PresentState(services, () => Promise.resolve(sample));
  await present.open(session.id);
  const room = new PhoneRoom(services, present);
  await room.open();
  if (room.view.kind !== 'open') throw new Error('The room did not open.');
  const query = room.view.link.slice(room.view.link.indexOf('?') + 1);
  return { sample, services, asked, deck, present, room, query };
}

test('thirty phones go through five questions, and every vote is counted once', async () => {
  // Some messages come twice, and at the last question one in ten is lost; which ones, is always the same.
  let isLossy = false;
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const network = memoryClassNetwork(() => (isLossy && random() < 0.1 ? 0 : random() < 0.2 ? 2 : 1));
  const { services, asked, present, room, query } = await aClass(network);
  const phones = Array.from({ length: PHONES }, () => {
    const storage = aStorage();
    return new JoinState(services, () => storage);
  });
  await Promise.all(phones.map((phone) => phone.open(query)));
  for (const [number, question] of asked.entries()) {
    isLossy = number === QUESTIONS - 1;
    for (const stage of ['vote', 'vote-again'] as const) {
      present.goTo({ questionIndex: number, stage });
      // As the page does at each step; a phone that missed it is told again.
      const told = () =>
        phones.filter(
          ({ view }) =>
            view.kind !== 'joined' || view.state.message.kind !== stage || view.state.questionNumber !== number + 1,
        ).length;
      while (told() > 0) {
        await room.tell();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const vote = stage === 'vote' ? 'first' : 'second';
      const expected = [0, 0, 0, 0];
      for (const [at, phone] of phones.entries()) {
        const choice = (at * 7 + number) % 4;
        expected[choice] = (expected[choice] ?? 0) + 1;
        // Some change their minds.
        if (at % 3 === 0) phone.choose(question.id, vote, (choice + 1) % 4);
        phone.choose(question.id, vote, choice);
      }
      const fates = () => phones.filter((phone) => phone.fate(question.id, vote) === 'counted').length;
      await expect.poll(fates, { timeout: 20_000, interval: 20 }).toBe(PHONES);
      expect(present.counts(vote)).toEqual(expected);
    }
  }
  expect(room.phoneCount).toBe(PHONES);
  for (const phone of phones) phone.close();
  room.close();
}, 120_000);

test('a phone that votes live and by code has one vote, the later one, also where its code was begun on another day', async () => {
  const { sample, services, asked, deck, present, room, query } = await aClass(memoryClassNetwork());
  const sheet = `sheet=${writeSheetCode(deck, asked)}`;
  const [one, two] = [asked[0]!, asked[1]!];
  const earlier = { personId: 'abcdefghij', stage: 'first', counter: 1 } as const;
  // As the page of codes keeps them, under the id of that day.
  const begun = writeAnswerCode(deck, earlier.personId, [{ ...earlier, questionId: two.id, choice: 3 }]);
  localStorage.setItem(`sonoscore-answers-${tagOf(deck)}`, begun);
  const codes = new AnswerState(services, () => Promise.resolve(sample));
  await codes.open(sheet);
  codes.choose('0', 'first', 0);

  const phone = new JoinState(services, () => localStorage);
  await phone.open(query);
  present.goTo({ questionIndex: 0, stage: 'vote' });
  await room.tell();
  await expect.poll(() => phone.view.kind).toBe('joined');
  phone.choose(one.id, 'first', 1);
  await expect.poll(() => phone.fate(one.id, 'first')).toBe('counted');
  codes.choose('1', 'first', 2);
  present.takeCodes(codes.code ?? '');
  await expect.poll(() => present.session?.ledger.votes.length).toBe(2);
  expect(present.counts('first')).toEqual([0, 1, 0, 0]);
  present.goTo({ questionIndex: 1, stage: 'vote' });
  expect(present.counts('first')).toEqual([0, 0, 1, 0]);
  expect(new Set(present.session?.ledger.votes.map(({ personId }) => personId)).size).toBe(1);
  phone.close();
  room.close();
});
