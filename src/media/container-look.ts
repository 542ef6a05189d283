import type { Input, InputVideoTrack } from 'mediabunny';

import type { SourceLook } from '../domain/clip/index.ts';
import { isAbort } from './clip-errors.ts';
import { chosenTrack } from './container.ts';
import { isFileError } from './look-into-file.ts';

/** What ffmpeg.wasm has no decoder for. */
const ONLY_BROWSERS = ['av1'];

/** What the video stream of a container is; undefined where it cannot be told. */
export async function lookAt(input: Input): Promise<SourceLook | undefined> {
  try {
    return await lookAtTrack(await chosenTrack(input));
  } catch (error) {
    if (isAbort(error) || isFileError(error)) throw error;
    return undefined;
  }
}

/** As the container says; a length that it does not say is found at its end. */
export async function lookAtTrack(track: InputVideoTrack): Promise<SourceLook> {
  const codec = await track.getCodec();
  const aspect = await track.getPixelAspectRatio();
  const turned = (await track.getRotation()) % 180 !== 0;
  const [wide, high] = [await track.getCodedWidth(), await track.getCodedHeight()];
  const ratio = aspect.num / aspect.den;
  const stated = await track.getDurationFromMetadata();
  const decodes = typeof VideoDecoder !== 'undefined' && (await track.canDecode());
  return {
    durationSeconds: stated ?? (await track.computeDuration()),
    frame: {
      widthPixels: turned ? high : wide,
      heightPixels: turned ? wide : high,
      pixelAspect: turned ? 1 / ratio : ratio,
    },
    codec: codec ?? undefined,
    decoder: decodes ? 'browser' : codec !== null && ONLY_BROWSERS.includes(codec) ? 'none' : 'ffmpeg',
  };
}
