import type { ClipSpec } from '../app/index.ts';
import { type CropRect, frameWindow, squareSize } from '../domain/clip/index.ts';
import { SOURCE_PATH } from './ffmpeg-instance.ts';
import type { SourceFacts } from './source-facts.ts';

export const CLIP_PATH = 'clip.mp4';

/** What every clip of ours is encoded with: what all browsers and services read, and nothing carried over from the source. */
const OUTPUT_ARGUMENTS = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-an', '-sn', '-dn'],
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
  ...['-movflags', '+faststart', '-avoid_negative_ts', 'make_zero'],
];

/** The reference's command, word for word. */
export function referenceArguments({ startSeconds, durationSeconds, roi }: ClipSpec): readonly string[] {
  const crop =
    roi === undefined
      ? undefined
      : roi.unit === 'proportion'
        ? `crop=iw*${roi.width}:ih*${roi.height}:iw*${roi.x}:ih*${roi.y}`
        : `crop=${roi.width}:${roi.height}:${roi.x}:${roi.y}`;
  return [
    ...['-ss', seconds(startSeconds), '-i', SOURCE_PATH, '-t', seconds(durationSeconds)],
    ...(crop === undefined ? [] : ['-vf', crop]),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-an', '-avoid_negative_ts', 'make_zero', CLIP_PATH],
  ];
}

/** The frames that the reference's command takes without its frame-rate conversion, each with its own time. */
export function exactArguments(spec: ClipSpec, rect: CropRect, facts: SourceFacts): readonly string[] {
  const window = frameWindow(spec.startSeconds, spec.durationSeconds, facts.nominalFrameRate);
  const size = squareSize(rect, facts.pixelAspect);
  const scaled = size.width !== rect.width || size.height !== rect.height;
  const filters = [
    // One after the other, since one filter with both would let pass what either lets pass.
    `trim=end=${seconds(window.cutoffSeconds)}`,
    `trim=duration=${seconds(window.durationSeconds)}`,
    ...(facts.interlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []),
    `crop=${rect.width}:${rect.height}:${rect.x}:${rect.y}`,
    ...(scaled ? [`scale=${size.width}:${size.height}:flags=bicubic`] : []),
    ...(facts.highDynamicRange
      ? ['zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv']
      : []),
    'format=yuv420p',
    'setsar=1',
    'setpts=PTS-STARTPTS',
  ];
  return [
    ...['-ss', seconds(window.startSeconds), '-i', SOURCE_PATH, '-map', `0:${facts.streamIndex}`],
    ...['-vf', filters.join(','), '-fps_mode', 'passthrough', '-enc_time_base', '-1'],
    ...[...OUTPUT_ARGUMENTS, CLIP_PATH],
  ];
}

/** Never in exponent form, which ffmpeg would not read. */
function seconds(value: number): string {
  return String(Number(value.toFixed(6)));
}
