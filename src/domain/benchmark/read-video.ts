import * as v from 'valibot';

import { finiteNumber, readFields, text, type FieldFault } from './fields.ts';
import type { Roi, SourceLocation, Video } from './types.ts';
import { youtubeIdOf } from './youtube.ts';

const proportionalRoi = v.object({
  x_prop: finiteNumber,
  y_prop: finiteNumber,
  w_prop: finiteNumber,
  h_prop: finiteNumber,
});
const pixelRoi = v.object({ x: finiteNumber, y: finiteNumber, w: finiteNumber, h: finiteNumber });

const entryShape = v.object({
  youtube_url: v.optional(text),
  file: v.optional(text),
  start_time: v.optional(finiteNumber),
  /** What upstream called `start_time` before. */
  time_offset: v.optional(finiteNumber),
  end_time: finiteNumber,
  roi: v.nullish(v.record(v.string(), v.unknown(), 'must be an object')),
});

/** Rounding to six decimals may carry a region this far past the frame's edge. */
const ROUNDING = 2e-6;

export type ReadVideo =
  | { readonly kind: 'read'; readonly video: Video; readonly location: SourceLocation }
  | { readonly kind: 'wrong'; readonly faults: readonly FieldFault[] };

/**
 * One entry of the video metadata, as the Video of that key. A start before zero is no fault: upstream has one, where
 * the Video's own time zero lies a little before the source video's first frame.
 */
export function readVideo(key: string, entry: unknown): ReadVideo {
  const read = readFields(entryShape, entry);
  if (read.kind === 'wrong') return read;
  const { youtube_url: url, file, start_time, time_offset = 0, end_time: endSeconds, roi } = read.value;
  const startSeconds = start_time ?? time_offset;
  const faults: FieldFault[] = [];
  if (endSeconds <= 0 && startSeconds < 0)
    faults.push({
      field: start_time === undefined ? 'time_offset' : 'start_time',
      message: `(${startSeconds}) is before zero, and so is all of the Video up to end_time (${endSeconds})`,
    });
  else if (endSeconds <= 0)
    faults.push({ field: 'end_time', message: `(${endSeconds}) is not after the source video's start` });
  else if (endSeconds <= startSeconds)
    faults.push({ field: 'end_time', message: `(${endSeconds}) is not after start_time (${startSeconds})` });
  const location = readLocation(url, file);
  if ('message' in location) faults.push(location);
  const region = readRoi(roi ?? undefined);
  if (region.kind === 'wrong') faults.push(...region.faults);
  if (faults.length > 0 || 'message' in location || region.kind === 'wrong') return { kind: 'wrong', faults };
  const sourceKey = location.kind === 'youtube' ? location.youtubeId : location.path;
  return { kind: 'read', video: { key, sourceKey, startSeconds, endSeconds, roi: region.roi }, location };
}

function readLocation(url: string | undefined, file: string | undefined): SourceLocation | FieldFault {
  if (url !== undefined && file !== undefined)
    return { field: 'file', message: 'stands beside youtube_url; a Video has one or the other' };
  if (url !== undefined) {
    const youtubeId = youtubeIdOf(url);
    if (youtubeId === undefined) return { field: 'youtube_url', message: 'is not the address of a YouTube video' };
    return { kind: 'youtube', youtubeId, url: url.trim() };
  }
  if (file === undefined) return { field: 'youtube_url', message: 'is missing, and there is no file instead of it' };
  const path = file.trim().replace(/^(?:\.\/)+/, '');
  if (path === '' || /^[/\\]|^[a-z][a-z\d+.-]*:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path))
    return { field: 'file', message: 'must be a path below the metadata file, without ".." and without a scheme' };
  return { kind: 'file', path };
}

type ReadRoi =
  | { readonly kind: 'read'; readonly roi: Roi | undefined }
  | { readonly kind: 'wrong'; readonly faults: readonly FieldFault[] };

/** Proportions of the frame, or whole pixels as upstream cuts them off; none or an empty object is the whole frame. */
function readRoi(roi: Record<string, unknown> | undefined): ReadRoi {
  if (roi === undefined || Object.keys(roi).length === 0) return { kind: 'read', roi: undefined };
  if ('x_prop' in roi) {
    const read = readFields(proportionalRoi, roi);
    if (read.kind === 'wrong') return { kind: 'wrong', faults: read.faults.map(insideRoi) };
    const { x_prop: x, y_prop: y, w_prop: width, h_prop: height } = read.value;
    return checked({ unit: 'proportion', x, y, width, height }, 1 + ROUNDING);
  }
  const read = readFields(pixelRoi, roi);
  if (read.kind === 'wrong') return { kind: 'wrong', faults: read.faults.map(insideRoi) };
  const { x, y, w, h } = read.value;
  const whole = { x: Math.trunc(x), y: Math.trunc(y), width: Math.trunc(w), height: Math.trunc(h) };
  return checked({ unit: 'pixel', ...whole }, Infinity);
}

function checked(roi: Roi, most: number): ReadRoi {
  const outside = roi.x < 0 || roi.y < 0 || roi.x + roi.width > most || roi.y + roi.height > most;
  if (roi.width <= 0 || roi.height <= 0) return { kind: 'wrong', faults: [{ field: 'roi', message: 'has no area' }] };
  if (outside) return { kind: 'wrong', faults: [{ field: 'roi', message: 'reaches outside the frame' }] };
  return { kind: 'read', roi };
}

function insideRoi({ field, message }: FieldFault): FieldFault {
  return { field: field === undefined ? 'roi' : `roi.${field}`, message };
}
