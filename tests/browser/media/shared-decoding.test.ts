import { afterAll, expect, test, vi } from 'vitest';

import { createWebcodecsClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const clipper = createWebcodecsClipper({ instances: 1 });
afterAll(() => clipper.dispose());

const never = new AbortController().signal;
const roi = { unit: 'proportion', x: 0, y: 0, width: 1, height: 0.9 } as const;
/** All overlap; each begins and ends elsewhere. */
const specs = [
  { startSeconds: 1, durationSeconds: 3, roi },
  { startSeconds: 0.5, durationSeconds: 3, roi },
  { startSeconds: 1.5, durationSeconds: 1.2, roi: { ...roi, height: 0.8 } },
];

test('windows that are decoded together give the very clips that each gives alone', async () => {
  const source = { name: 'numbered', blob: await numberedVideo({ frameSeconds: steady(180, 30) }), offsetSeconds: 0 };
  const asked = vi.spyOn(Worker.prototype, 'postMessage');
  const together = await Promise.all(specs.map((spec) => clipper.cut(source, spec, never)));
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
  for (const [index, spec] of specs.entries()) {
    const alone = await clipper.cut(source, spec, never);
    const numbers = await readNumbers(new Blob([alone.bytes]));
    expect(numbers[0]?.number).toBe(Math.round(spec.startSeconds * 30));
    expect(numbers).toHaveLength(Math.round(spec.durationSeconds * 30));
    expect(together[index]?.record).toEqual(alone.record);
    expect(together[index]?.bytes).toEqual(alone.bytes);
  }
});

test('who gives up takes nothing from the others', async () => {
  const source = { name: 'numbered', blob: await numberedVideo({ frameSeconds: steady(180, 30) }), offsetSeconds: 0 };
  for (const leaving of specs.keys()) {
    const controllers = specs.map(() => new AbortController());
    const cuts = specs.map((spec, index) => clipper.cut(source, spec, controllers[index]?.signal ?? never));
    const results = Promise.allSettled(cuts);
    // Once the worker has all of them.
    await new Promise((resolve) => setTimeout(resolve, 5));
    controllers[leaving]?.abort();
    for (const [index, result] of (await results).entries()) {
      expect(result.status, `${index} when ${leaving} left`).toBe(index === leaving ? 'rejected' : 'fulfilled');
    }
  }
});

test('when all give up, the next cut finds a worker', async () => {
  const source = { name: 'numbered', blob: await numberedVideo({ frameSeconds: steady(180, 30) }), offsetSeconds: 0 };
  const gone = new AbortController();
  const cuts = Promise.allSettled(specs.map((spec) => clipper.cut(source, spec, gone.signal)));
  await new Promise((resolve) => setTimeout(resolve, 5));
  gone.abort();
  expect((await cuts).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const clip = await clipper.cut(source, specs[0] ?? { startSeconds: 0, durationSeconds: 1, roi }, never);
  expect(clip.record.frameCount).toBe(90);
});
