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

const LOOPED_SECONDS = 10;

/**
 * Ten seconds of 720p, 30 frames a second, a key frame each `gopSeconds`: grey speckle that drifts and grains that flicker,
 * in a frame of lines.
 */
export async function makeLoop(file: string, gopSeconds: number): Promise<void> {
  const speckle = `nullsrc=s=160x90:r=30:d=${LOOPED_SECONDS},geq=lum='128+60*sin(X/4+T*2)*cos(Y/3-T)':cb=128:cr=128`;
  const grains = 'noise=alls=6:allf=t,scale=1280:720:flags=bicubic,drawgrid=w=160:h=90:t=1:c=white@0.4';
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '27', '-pix_fmt', 'yuv420p'];
  const groups = ['-g', String(gopSeconds * 30), '-keyint_min', String(gopSeconds * 30), '-sc_threshold', '0'];
  await nativeFfmpeg(['-f', 'lavfi', '-i', `${speckle},${grains}`, ...coding, ...groups, file]);
}

/** `loop`, over and over. */
export async function repeatLoop(loop: string, file: string, seconds: number): Promise<void> {
  const loops = String(Math.ceil(seconds / LOOPED_SECONDS) - 1);
  await nativeFfmpeg(['-stream_loop', loops, '-i', loop, '-c', 'copy', '-movflags', '+faststart', file]);
}

/** The reference's command. */
export function cutNatively(source: string, spec: ClipSpec, clip: string): Promise<Ran | undefined> {
  const seek = ['-ss', String(spec.startSeconds), '-i', source, '-t', String(spec.durationSeconds)];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-an', '-avoid_negative_ts', 'make_zero'];
  return nativeFfmpeg([...seek, '-vf', cropFilter(spec), ...coding, clip]);
}

/** How many frames an ffmpeg command wrote, by its own word. */
export function framesWritten({ said }: Ran): number {
  return Number([...said.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1] ?? 0);
}

/** Decibel between each clip and the lossless crop of its source, over all frames of both. */
export async function psnrOf(source: string, spec: ClipSpec, clips: readonly string[]): Promise<readonly number[]> {
  const plain = 'setpts=N/30/TB,format=yuv420p';
  const crops = clips.map((_, index) => `[crop${index}]`).join('');
  const graph = [
    `[${clips.length}:v]${cropFilter(spec)},${plain},split=${clips.length}${crops}`,
    ...clips.map(
      (_, index) =>
        `[${index}:v]${plain}[clip${index}];[clip${index}][crop${index}]psnr@${index}=shortest=1[out${index}]`,
    ),
  ].join(';');
  const window = ['-ss', String(spec.startSeconds), '-t', String(spec.durationSeconds), '-i', source];
  const outputs = clips.flatMap((_, index) => ['-map', `[out${index}]`, '-f', 'null', '-']);
  const ran = await nativeFfmpeg([...clips.flatMap((clip) => ['-i', clip]), ...window, '-lavfi', graph, ...outputs]);
  return clips.map((_, index) => Number(new RegExp(`\\[psnr@${index} .*average:([\\d.]+)`).exec(ran?.said ?? '')?.[1]));
}

function cropFilter({ roi }: ClipSpec): string {
  if (roi === undefined) return 'null';
  return roi.unit === 'proportion'
    ? `crop=iw*${roi.width}:ih*${roi.height}:iw*${roi.x}:ih*${roi.y}`
    : `crop=${roi.width}:${roi.height}:${roi.x}:${roi.y}`;
}
