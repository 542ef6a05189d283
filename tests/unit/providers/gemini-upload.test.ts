import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ModelRequest, RequestPart } from '../../../src/app/index.ts';
import type { GeminiDialect } from '../../servers/gemini-dialect.ts';
import { geminiDialect, type StandInModel, startStandInModel } from '../../servers/stand-in-model.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';
import { failureOf, KEY, providerNamed, textRequest } from './answering.ts';

const provider = providerNamed('gemini', fetch);
let dialect: GeminiDialect;
let server: StandInModel;

beforeEach(async () => {
  dialect = geminiDialect();
  server = await startStandInModel({ dialect, expect: { key: KEY, media: 'one' } });
});
afterEach(() => server.close());

function request(bytes: Uint8Array<ArrayBuffer>, parameters: ModelRequest['parameters'] = {}): ModelRequest {
  const parts: readonly RequestPart[] = [
    { kind: 'video', bytes, durationSeconds: 1 },
    { kind: 'text', text: 'Which way?' },
  ];
  return textRequest({ baseUrl: server.baseUrl, parts, parameters });
}

describe('a video over the inline limit', () => {
  test('is uploaded, waited for, asked about by its address, and deleted', async () => {
    const bytes = await tinyMp4();
    const reply = await provider.ask(
      request(bytes, { upload_over_megabytes: 0.001, fps: 2 }),
      KEY,
      AbortSignal.timeout(20_000),
    );
    expect(reply.text).not.toBe('');
    const [call] = server.calls;
    expect(call?.videos[0]?.bytes).toEqual(bytes);
    expect(call?.body).toMatchObject({
      contents: [
        {
          parts: [
            {
              fileData: { mimeType: 'video/mp4', fileUri: expect.stringMatching(/files\/1$/) },
              videoMetadata: { fps: 2 },
            },
            {},
          ],
        },
      ],
    });
    expect(dialect.files).toMatchObject([{ mimeType: 'video/mp4', declaredBytes: bytes.length, deleted: true }]);
    expect(dialect.files[0]?.polls).toBeGreaterThan(0);
  });

  test('goes up by chunks, and a broken chunk is resumed from what arrived', async () => {
    // Larger than two chunks; what follows an MP4's boxes as a `free` box changes nothing of it.
    const movie = await tinyMp4();
    const padding = 20 * 1024 * 1024;
    const bytes = new Uint8Array(movie.length + padding);
    bytes.set(movie);
    new DataView(bytes.buffer).setUint32(movie.length, padding);
    bytes.set(new TextEncoder().encode('free'), movie.length + 4);
    dialect.breakNextChunk();
    await provider.ask(request(bytes, { upload_over_megabytes: 1 }), KEY, AbortSignal.timeout(30_000));
    expect(server.calls[0]?.videos[0]?.bytes.length).toBe(bytes.length);
    expect(Buffer.from(server.calls[0]?.videos[0]?.bytes ?? []).equals(bytes)).toBe(true);
  });

  test('is deleted also where the question fails', async () => {
    server.answerWith(() => ({ kind: 'raw', status: 500, body: { error: { code: 500, message: 'internal' } } }));
    const asked = provider.ask(
      request(await tinyMp4(), { upload_over_megabytes: 0.001 }),
      KEY,
      AbortSignal.timeout(20_000),
    );
    expect(await failureOf(asked)).toMatchObject({ kind: 'server' });
    expect(dialect.files[0]?.deleted).toBe(true);
  });

  test('cancel while it is processed ends at once, and the file is deleted', async () => {
    const controller = new AbortController();
    const asked = provider.ask(request(await tinyMp4(), { upload_over_megabytes: 0.001 }), KEY, controller.signal);
    await expect.poll(() => dialect.files[0]?.bytes.length).toBeGreaterThan(0);
    // Between two looks at the file, a second apart.
    await sleep(300);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.calls).toHaveLength(0);
    await expect.poll(() => dialect.files[0]?.deleted).toBe(true);
  });
});

test('a video under the limit goes inline, and nothing is uploaded', async () => {
  await provider.ask(request(await tinyMp4()), KEY, AbortSignal.timeout(20_000));
  expect(server.calls[0]?.body).toMatchObject({
    contents: [{ parts: [{ inlineData: { mimeType: 'video/mp4' } }, {}] }],
  });
  expect(dialect.files).toEqual([]);
});
