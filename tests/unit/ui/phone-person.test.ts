import { expect, test } from 'vitest';

import { PhonePerson } from '../../../src/ui/state/phone-person.ts';

function aStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => void items.set(name, value) };
}

test('two pages of one phone are one person, whose last answer has the highest number; another phone is another', () => {
  const storage = aStorage();
  const live = new PhonePerson(() => storage);
  const codes = new PhonePerson(() => storage);
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
  expect(new PhonePerson(aStorage).id()).not.toBe(live.id());
});

test('after half a day, or where what is kept is nobody, it is a new person; without storage each page is one', () => {
  const storage = aStorage();
  let now = 1_000;
  const person = new PhonePerson(
    () => storage,
    () => now,
  );
  const first = person.id();
  now += 11 * 3_600_000;
  expect(person.id()).toBe(first);
  now += 3_600_000;
  const second = person.id();
  expect(second).not.toBe(first);
  storage.setItem('sonoscore-person', '{"personId":"<b>"}');
  expect(person.id()).not.toBe(second);
  const forbidden = new PhonePerson(() => {
    throw new Error('Storage is forbidden.');
  });
  expect(forbidden.id()).not.toBe(forbidden.id());
  expect(forbidden.nextCounter(4)).toBe(5);
});
