import type { Clip, Clipper, ClipSpec } from '../../../src/app/index.ts';
import { createClipper, createFfmpegClipper, createWebcodecsClipper } from '../../../src/media/index.ts';

export type EngineName = 'ffmpeg-1' | 'ffmpeg-n' | 'webcodecs' | 'auto';

export interface Round {
  readonly seconds: number;
  /** Until the first clip is there. */
  readonly firstSeconds: number;
  readonly engines: readonly string[];
  readonly frameCounts: readonly number[];
  /** Base64, so that they cross over to Node. */
  readonly clips: readonly string[];
}

declare global {
  interface Window {
    /** Cuts all windows of the picked source; `undefined` settings of a fresh engine, with its code already loaded. */
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
  // A new Blob each round: what an engine has learnt of the source is not carried over.
  const source = { name: 'source', blob: file.slice(), offsetSeconds: 0 };
  const began = performance.now();
  let firstSeconds: number | undefined;
  const clips: Clip[] = [];
  await Promise.all(
    specs.map(async (spec, index) => {
      clips[index] = await clipper.cut(source, spec, never);
      firstSeconds ??= (performance.now() - began) / 1000;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    seconds,
    firstSeconds: firstSeconds ?? seconds,
    engines: clips.map(({ record }) => record.engine),
    frameCounts: clips.map(({ record }) => record.frameCount),
    clips: clips.map(({ bytes }) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))),
  };
};
