import { expect, test } from 'vitest';

import { PhonePerson } from '../../../src/ui/state/phone-person.ts';

function aStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) };
}

test('two pages of one phone are one person to a deck, whose last answer has the highest number; another phone is another', () => {
  const storage = aStorage();
  const live = new PhonePerson(() => storage, 'deck001');
  const codes = new PhonePerson(() => storage, 'deck001');
  expect(live.id()).toMatch(/^[a-z2-7]{10}$/);
  expect(codes.id()).toBe(live.id());
  const numbers = [
    live.nextCounter(0),
    codes.nextCounter(0),
    live.nextCounter(1),
    codes.nextCounter(9),
    live.nextCounter(3),
  ];
  expect(numbers).toEqual([1, 2, 3, 10, 11]);
  expect(new PhonePerson(aStorage, 'deck001').id()).not.toBe(live.id());
  expect(new PhonePerson(() => storage, 'deck002').id()).not.toBe(live.id());
});

test('it goes on as whose answers are kept, unless it is somebody already; without storage each page is one', () => {
  const storage = aStorage();
  const person = () => new PhonePerson(() => storage, 'deck001');
  expect(person().id('abcdefghij')).toBe('abcdefghij');
  expect(person().id('klmnopqrst')).toBe('abcdefghij');
  storage.setItem('sonoscore-person-deck001', '{"personId":"<b>"}');
  expect(person().id('<b>')).toMatch(/^[a-z2-7]{10}$/);
  const forbidden = () =>
    new PhonePerson(() => {
      throw new Error('Storage is forbidden.');
    }, 'deck001');
  const page = forbidden();
  expect(page.id()).toBe(page.id());
  expect(forbidden().id()).not.toBe(page.id());
  expect([page.nextCounter(4), page.nextCounter(0)]).toEqual([5, 6]);
});
