import { afterAll, expect, test } from 'vitest';

import type { ClipSpec } from '../../../src/app/index.ts';
import { createFfmpegClipper } from '../../../src/media/index.ts';
import { numberedVideo, steady } from './numbered-video.ts';

const clipper = createFfmpegClipper({ instances: 2 });
afterAll(() => clipper.dispose());
const never = new AbortController().signal;
const source = { name: 'a source', blob: await numberedVideo({ frameSeconds: steady(300, 30) }), offsetSeconds: 0 };
const spec = (startSeconds: number): ClipSpec => ({ startSeconds, durationSeconds: 0.2, roi: undefined });

test('more clips than one instance lives for, two at a time, some bad among them', async () => {
  const cuts = Array.from({ length: 64 }, (_, index) =>
    index % 16 === 7
      ? clipper.cut({ ...source, blob: new Blob([`no video ${index}`]) }, spec(0), never)
      : clipper.cut(source, spec(index / 10), never),
  );
  const results = await Promise.allSettled(cuts);
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, index) => (index % 16 === 7 ? 'rejected' : 'fulfilled')),
  );
  const hashes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.record.sha256] : []));
  expect(new Set(hashes).size).toBe(60);
  for (const result of results) if (result.status === 'fulfilled') expect(result.value.record.frameCount).toBe(6);
});

test('one who waits in line can leave it', async () => {
  const controller = new AbortController();
  const busy = [clipper.cut(source, spec(1), never), clipper.cut(source, spec(2), never)];
  const waiting = clipper.cut(source, spec(3), controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  for (const clip of await Promise.all(busy)) expect(clip.record.frameCount).toBe(6);
});

test('an engine that says nothing is given up, and the next one tried', async () => {
  const hasty = createFfmpegClipper({ instances: 1, silenceTimeoutMs: 1 });
  await expect(hasty.cut(source, spec(0), never)).rejects.toMatchObject({
    kind: 'clip',
    retryable: true,
    message: expect.stringMatching(/stopped answering/),
  });
  hasty.dispose();
});

test('after dispose the next cut starts anew', async () => {
  clipper.dispose();
  expect((await clipper.cut(source, spec(4), never)).record.frameCount).toBe(6);
});
