import { expect, test } from 'vitest';

import { SlotQueue, URGENT } from '../../../src/media/index.ts';

const never = new AbortController().signal;
const any = () => true;

/** One slot, held from the start; what waits for it notes its name when it comes, and lets the next one in. */
function line() {
  const queue = new SlotQueue(['slot']);
  const order: string[] = [];
  const held = queue.acquire(() => 1, never, any);
  const join = async (name: string, weight: number, signal = never) => {
    const slot = await queue.acquire(() => weight, signal, any);
    order.push(name);
    queue.release(slot);
  };
  return { queue, order, join, begin: async () => queue.release(await held) };
}

test('the heaviest comes first, and what is urgent before it; equals in their order', async () => {
  const { order, join, begin } = line();
  const all = [join('short', 1), join('long', 9), join('long too', 9), join('probe', URGENT)];
  await begin();
  await Promise.all(all);
  expect(order).toEqual(['probe', 'long', 'long too', 'short']);
});

test('nobody is overtaken for ever', async () => {
  const { order, join, begin } = line();
  const all = [join('short', 1), ...[1, 2, 3, 4, 5].map((index) => join(`long ${index}`, 9))];
  await begin();
  await Promise.all(all);
  expect(order).toEqual(['long 1', 'long 2', 'long 3', 'short', 'long 4', 'long 5']);
});

test('whoever leaves the line holds up nobody', async () => {
  const { order, join, begin } = line();
  const controller = new AbortController();
  const leaving = join('leaver', 5, controller.signal);
  const staying = join('stayer', 1);
  controller.abort();
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
  await begin();
  await staying;
  expect(order).toEqual(['stayer']);
  await expect(join('late', 1, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

test('the better of two free slots is taken', async () => {
  const queue = new SlotQueue(['cold', 'warm']);
  expect(
    await queue.acquire(
      () => 1,
      never,
      (slot) => slot === 'warm',
    ),
  ).toBe('warm');
  expect(
    await queue.acquire(
      () => 1,
      never,
      (slot) => slot === 'warm',
    ),
  ).toBe('cold');
});
