import { expect, test } from 'vitest';

import type { Clip, ClipCacheStore, Clipper, ClipSpec, SourceFile } from '../../../src/app/index.ts';
import { createCachedClipper, createMemoryClipStore } from '../../../src/media/index.ts';

const never = new AbortController().signal;
const source: SourceFile = { name: 'a', blob: new Blob(['a source']), offsetSeconds: 0 };
const spec = (startSeconds: number): ClipSpec => ({ startSeconds, durationSeconds: 2, roi: undefined });

/** Cuts clips of 100 bytes when it is told to, and counts. */
class CountingClipper implements Clipper {
  cuts = 0;
  aborted = 0;
  gate: Promise<void> = Promise.resolve();

  async cut(_source: SourceFile, { startSeconds, durationSeconds }: ClipSpec, signal: AbortSignal): Promise<Clip> {
    this.cuts += 1;
    signal.addEventListener('abort', () => (this.aborted += 1));
    await this.gate;
    const bytes = new Uint8Array(100).fill(this.cuts);
    const record = {
      engine: 'ffmpeg',
      engineVersion: '1',
      arguments: [],
      startSeconds,
      durationSeconds,
      frameCount: 1,
      widthPixels: 2,
      heightPixels: 2,
      byteCount: 100,
      sha256: '',
      notes: [],
    } as const;
    return { bytes, record };
  }

  dispose(): void {}
}

test('an equal clip is cut once, now and later; another window, region or setting is another clip', async () => {
  const counting = new CountingClipper();
  const clipper = createCachedClipper({ clipper: counting, store: createMemoryClipStore() });
  const [one, two] = await Promise.all([clipper.cut(source, spec(1), never), clipper.cut(source, spec(1), never)]);
  expect(two).toBe(one);
  // The same content under another name is the same source.
  const copy = { name: 'b', blob: new Blob(['a source']), offsetSeconds: 5 };
  expect((await clipper.cut(copy, spec(1), never)).bytes).toEqual(one.bytes);
  expect(counting.cuts).toBe(1);
  await clipper.cut(source, spec(2), never);
  await clipper.cut(source, { ...spec(1), roi: { unit: 'pixel', x: 0, y: 0, width: 4, height: 4 } }, never);
  await clipper.cut(source, { ...spec(1), settings: { engine: 'ffmpeg', reference: true } }, never);
  await clipper.cut({ ...source, blob: new Blob(['b source']) }, spec(1), never);
  expect(counting.cuts).toBe(5);
});

test('the longest unused goes first when room is short', async () => {
  const counting = new CountingClipper();
  const store = createMemoryClipStore();
  let clock = 0;
  const clipper = createCachedClipper({ clipper: counting, store, maxBytes: 250, now: () => (clock += 1) });
  await clipper.cut(source, spec(1), never);
  await clipper.cut(source, spec(2), never);
  await clipper.cut(source, spec(1), never);
  await clipper.cut(source, spec(3), never);
  await clipper.cut(source, spec(1), never);
  expect(counting.cuts).toBe(3);
  await clipper.cut(source, spec(2), never);
  expect(counting.cuts).toBe(4);
  await expect.poll(async () => (await store.list()).length).toBe(2);
});

test('a full store loses its clips, and the cut goes on', async () => {
  const kept = createMemoryClipStore();
  let full = false;
  const store: ClipCacheStore = {
    ...kept,
    put: async (key, clip, usedAtMs) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      await kept.put(key, clip, usedAtMs);
    },
  };
  const clipper = createCachedClipper({ clipper: new CountingClipper(), store });
  await clipper.cut(source, spec(1), never);
  full = true;
  expect((await clipper.cut(source, spec(2), never)).bytes).toHaveLength(100);
  await expect.poll(() => kept.list()).toEqual([]);
});

test('a store that fails at everything is done without', async () => {
  const fail = () => Promise.reject(new Error('no store'));
  const store: ClipCacheStore = { get: fail, put: fail, touch: fail, delete: fail, clear: fail, list: fail };
  const counting = new CountingClipper();
  const clipper = createCachedClipper({ clipper: counting, store });
  expect((await clipper.cut(source, spec(1), never)).bytes).toHaveLength(100);
  expect((await clipper.cut(source, spec(1), never)).bytes).toHaveLength(100);
  expect(counting.cuts).toBe(2);
});

test('one who leaves does not take the clip from those who wait; the last one who leaves ends the work', async () => {
  const counting = new CountingClipper();
  let open = () => {};
  counting.gate = new Promise((resolve) => (open = resolve));
  const clipper = createCachedClipper({ clipper: counting, store: createMemoryClipStore() });
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const leaving = clipper.cut(source, spec(1), first.signal);
  const staying = clipper.cut(source, spec(1), second.signal);
  const alone = clipper.cut(source, spec(2), third.signal);
  await expect.poll(() => counting.cuts).toBe(2);
  first.abort();
  third.abort();
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' });
  await expect(alone).rejects.toMatchObject({ name: 'AbortError' });
  expect(counting.aborted).toBe(1);
  open();
  expect((await staying).bytes).toHaveLength(100);
});
