import { BufferTarget, CanvasSource, Mp4OutputFormat, Output } from 'mediabunny';

import type { Clip } from '../../../src/app/index.ts';

const FRAMES = 20;
const RATE = 10;

/** A real MP4 of 20 frames at 10 a second, each with its number and a grey sector, as a clip for pages to play. */
export async function fakeClip(widthPixels = 320, heightPixels = 240): Promise<Clip> {
  const canvas = new OffscreenCanvas(widthPixels, heightPixels);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no canvas.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: 'avc', bitrate: 500_000 });
  output.addVideoTrack(source);
  await output.start();
  for (let frame = 0; frame < FRAMES; frame += 1) {
    context.fillStyle = '#000';
    context.fillRect(0, 0, widthPixels, heightPixels);
    context.fillStyle = '#555';
    context.beginPath();
    context.moveTo(widthPixels / 2, 10);
    context.arc(widthPixels / 2, 10, heightPixels - 30, Math.PI * 0.25, Math.PI * 0.75);
    context.fill();
    context.fillStyle = '#fff';
    context.font = '20px sans-serif';
    context.fillText(String(frame + 1), 10, 24);
    await source.add(frame / RATE, 1 / RATE);
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The clip has no bytes.');
  const bytes = new Uint8Array(target.buffer);
  return {
    bytes,
    record: {
      engine: 'ffmpeg',
      engineVersion: '0.12.10',
      arguments: ['-ss', '4', '-i', 'SOURCE', '-t', '2'],
      startSeconds: 4,
      durationSeconds: FRAMES / RATE,
      frameCount: FRAMES,
      widthPixels,
      heightPixels,
      byteCount: bytes.byteLength,
      sha256: 'c'.repeat(64),
      notes: [],
    },
  };
}
