import type { Clip, Clipper, ClipSpec } from '../../../src/app/index.ts';
import { createClipper, createFfmpegClipper, createWebcodecsClipper } from '../../../src/media/index.ts';

export type EngineName = 'ffmpeg-1' | 'ffmpeg-n' | 'webcodecs' | 'auto';

export interface Round {
  readonly seconds: number;
  readonly engines: readonly string[];
  readonly frameCounts: readonly number[];
  /** Base64, so that they cross over to Node. */
  readonly clips: readonly string[];
}

declare global {
  interface Window {
    /** Cuts all windows of the picked source, which the engine has not seen before; its code is loaded at the first call. */
    cutAll: (engine: EngineName, specs: readonly ClipSpec[]) => Promise<Round>;
  }
}

const cores = Math.max(1, Math.min(navigator.hardwareConcurrency, 4));

const makers: Readonly<Record<EngineName, () => Clipper>> = {
  'ffmpeg-1': () => createFfmpegClipper({ instances: 1 }),
  'ffmpeg-n': () => createFfmpegClipper({ instances: cores }),
  webcodecs: () => createWebcodecsClipper(),
  auto: () => createClipper(),
};

const warm = new Map<EngineName, Clipper>();
const never = new AbortController().signal;

window.cutAll = async (engine, specs) => {
  const file = document.querySelector<HTMLInputElement>('#source')?.files?.[0];
  if (file === undefined) throw new Error('no source was picked');
  const clipper = warm.get(engine) ?? makers[engine]();
  warm.set(engine, clipper);
  const source = { name: 'source', blob: asNew(file), offsetSeconds: 0 };
  const began = performance.now();
  const clips: readonly Clip[] = await Promise.all(specs.map((spec) => clipper.cut(source, spec, never)));
  const seconds = (performance.now() - began) / 1000;
  return {
    seconds,
    engines: clips.map(({ record }) => record.engine),
    frameCounts: clips.map(({ record }) => record.frameCount),
    clips: await Promise.all(clips.map(({ bytes }) => base64Of(bytes))),
  };
};

/** The same video with other bytes at its end (a box of free space), so that what an engine has learnt of it is not carried over. */
function asNew(file: File): Blob {
  const free = new DataView(new ArrayBuffer(16));
  free.setUint32(0, 16);
  free.setUint32(4, 0x66726565);
  free.setFloat64(8, performance.now());
  return new Blob([file, free]);
}

async function base64Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.readAsDataURL(new Blob([bytes]));
  });
}
