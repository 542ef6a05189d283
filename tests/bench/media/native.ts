import { spawn } from 'node:child_process';

import type { ClipSpec } from '../../../src/app/index.ts';

export interface Ran {
  readonly seconds: number;
  readonly said: string;
}

/** Runs the native ffmpeg. Rejects with what it said where it fails; undefined where none is installed. */
export async function nativeFfmpeg(args: readonly string[]): Promise<Ran | undefined> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-nostdin', '-hide_banner', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data) => (said += String(data)));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1000, said });
      else reject(new Error(`ffmpeg ${args.join(' ')}: ${said.slice(-2000)}`));
    });
  });
}

const LOOPED_SECONDS = 30;

/**
 * 720p, 30 frames a second, a key frame each `gopSeconds`: grey speckle that drifts and grains that flicker, in a frame of
 * lines. Half a minute of it, over and over.
 */
export async function makeSource(file: string, seconds: number, gopSeconds: number): Promise<void> {
  const once = `${file}.once.mp4`;
  const speckle = `nullsrc=s=320x180:r=30:d=${LOOPED_SECONDS},geq=lum='128+60*sin(X/7+T*2)*cos(Y/5-T)':cb=128:cr=128`;
  const filters =
    'noise=alls=10:allf=t,scale=1280:720:flags=bicubic,gblur=sigma=1.2,drawgrid=w=160:h=90:t=1:c=white@0.4';
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-pix_fmt', 'yuv420p'];
  const groups = ['-g', String(gopSeconds * 30), '-keyint_min', String(gopSeconds * 30), '-sc_threshold', '0'];
  await nativeFfmpeg(['-f', 'lavfi', '-i', `${speckle},${filters}`, ...coding, ...groups, once]);
  const loops = String(Math.ceil(seconds / LOOPED_SECONDS) - 1);
  await nativeFfmpeg(['-stream_loop', loops, '-i', once, '-c', 'copy', '-movflags', '+faststart', file]);
}

/** The reference's command. */
export function cutNatively(source: string, spec: ClipSpec, clip: string): Promise<Ran | undefined> {
  const seek = ['-ss', String(spec.startSeconds), '-i', source, '-t', String(spec.durationSeconds)];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-an', '-avoid_negative_ts', 'make_zero'];
  return nativeFfmpeg([...seek, '-vf', cropFilter(spec), ...coding, clip]);
}

/** Decibel between a clip and the lossless crop of its source, over all frames of both. */
export async function psnrOf(source: string, spec: ClipSpec, clip: string): Promise<number | undefined> {
  const plain = 'setpts=N/30/TB,format=yuv420p';
  const graph = `[0:v]${plain}[clip];[1:v]${cropFilter(spec)},${plain}[crop];[clip][crop]psnr=shortest=1`;
  const inputs = ['-i', clip, '-ss', String(spec.startSeconds), '-t', String(spec.durationSeconds + 1), '-i', source];
  const ran = await nativeFfmpeg([...inputs, '-lavfi', graph, '-f', 'null', '-']);
  const average = Number(/PSNR .*average:([\d.]+)/.exec(ran?.said ?? '')?.[1]);
  return Number.isFinite(average) ? average : undefined;
}

function cropFilter({ roi }: ClipSpec): string {
  if (roi === undefined) return 'null';
  return roi.unit === 'proportion'
    ? `crop=iw*${roi.width}:ih*${roi.height}:iw*${roi.x}:ih*${roi.y}`
    : `crop=${roi.width}:${roi.height}:${roi.x}:${roi.y}`;
}
