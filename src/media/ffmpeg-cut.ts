import type { Clip, ClipSpec, SonoscoreError } from '../app/index.ts';
import { type CropResult, cropOf } from '../domain/clip/index.ts';
import { checkedClip } from './checked-clip.ts';
import { clipAccident, clipError } from './clip-errors.ts';
import { CLIP_PATH, exactArguments, referenceArguments, sharedArguments } from './ffmpeg-arguments.ts';
import type { FfmpegInstance } from './ffmpeg-instance.ts';
import type { SourceFacts } from './source-facts.ts';

/** What an instance has mounted. */
export interface Mounted {
  readonly facts: SourceFacts;
  /** Of what was done to the source before. */
  readonly notes: readonly string[];
}

type Crop = Extract<CropResult, { readonly kind: 'crop' }>;

/** @throws {SonoscoreError} kind `clip` */
export async function cutClip(instance: FfmpegInstance, { facts, notes }: Mounted, spec: ClipSpec): Promise<Clip> {
  const crop = possibleCrop(spec, facts);
  const reference = spec.settings?.reference === true;
  const args = reference ? referenceArguments(spec) : exactArguments({ spec, rect: crop.rect }, facts);
  const { exitCode, log } = await instance.ffmpeg(args);
  const bytes = await instance.take(CLIP_PATH);
  if (exitCode !== 0 || bytes === undefined) throw failureOf(log, facts);
  return clipOf(bytes, args, { facts, notes }, spec, crop);
}

/**
 * Cuts windows of one source, by one command that decodes it once where that gives, byte for byte, what {@link cutClip} gives, whose
 * arguments each record has.
 * @returns for each window its clip or what was wrong with it
 * @throws {SonoscoreError} a retryable one, where the one command failed, which each window may not
 */
export async function cutClips(
  instance: FfmpegInstance,
  mounted: Mounted,
  specs: readonly ClipSpec[],
): Promise<readonly PromiseSettledResult<Clip>[]> {
  const { facts } = mounted;
  const crops = specs.map((spec) => cropOf(spec.roi, facts));
  const parts = specs.flatMap((spec, index) => {
    const crop = crops[index];
    return crop?.kind === 'crop' ? [{ spec, crop, rect: crop.rect, path: `clip-${index}.mp4` }] : [];
  });
  const args = parts.length < specs.length || specs.length === 1 ? undefined : sharedArguments(parts, facts);
  if (args === undefined) return inTurn(instance, mounted, specs);
  const { exitCode, log } = await instance.ffmpeg(args);
  // What wears an instance out is what it encodes.
  instance.runs += parts.length - 1;
  if (exitCode !== 0) throw clipAccident('The ffmpeg engine failed at this clip: try again.', log.join('\n'));
  const written: (Uint8Array<ArrayBuffer> | undefined)[] = [];
  for (const { path } of parts) written.push(await instance.take(path));
  return Promise.allSettled(
    parts.map(async ({ spec, crop }, index) => {
      const bytes = written[index];
      if (bytes === undefined) throw failureOf(log, facts);
      return clipOf(bytes, exactArguments({ spec, rect: crop.rect }, facts), mounted, spec, crop);
    }),
  );
}

async function inTurn(
  instance: FfmpegInstance,
  mounted: Mounted,
  specs: readonly ClipSpec[],
): Promise<readonly PromiseSettledResult<Clip>[]> {
  const results: PromiseSettledResult<Clip>[] = [];
  for (const spec of specs) {
    const cut = instance.spoilt
      ? Promise.reject(clipAccident('The ffmpeg engine failed at this clip: try again.'))
      : cutClip(instance, mounted, spec);
    results.push(...(await Promise.allSettled([cut])));
  }
  return results;
}

function possibleCrop(spec: ClipSpec, facts: SourceFacts): Crop {
  const crop = cropOf(spec.roi, facts);
  if (crop.kind === 'impossible') throw clipError(crop.message);
  return crop;
}

function clipOf(
  bytes: Uint8Array<ArrayBuffer>,
  args: readonly string[],
  { facts, notes }: Mounted,
  spec: ClipSpec,
  crop: Crop,
): Promise<Clip> {
  return checkedClip(bytes, {
    engine: 'ffmpeg',
    engineVersion: `@ffmpeg/core, ffmpeg ${facts.ffmpegVersion}`,
    arguments: args,
    spec,
    facts,
    rect: spec.settings?.reference === true ? undefined : crop.rect,
    notes: [...notes, ...crop.notes],
  });
}

function failureOf(log: readonly string[], facts: SourceFacts): SonoscoreError {
  const said = log.join('\n');
  if (
    /doesn't support hardware accelerated|Decoder \(codec .*\) not found|no decoder found|Unknown decoder/i.test(said)
  ) {
    return clipError(
      `The ffmpeg engine cannot decode ${facts.codec} video: convert the file to H.264 MP4, or use a browser that decodes it.`,
      said,
    );
  }
  if (/Invalid data found|Invalid NAL|partial file|moov atom not found|Error while decoding/i.test(said)) {
    return clipError('The video cannot be decoded: the file is damaged or incomplete. Get it again.', said);
  }
  return clipAccident('The ffmpeg engine failed at this clip: try again.', said);
}
