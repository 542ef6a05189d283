import type { Clipper, ClipTransforms } from '../app/index.ts';
import { createClipper } from './auto-clipper.ts';
import { createClipTransforms } from './clip-transforms.ts';
import { createFfmpegClipper, type FfmpegClipper } from './ffmpeg-clipper.ts';

/** All that cuts, around one and the same ffmpeg. */
export interface Engines {
  readonly ffmpeg: FfmpegClipper;
  readonly clipper: Clipper;
  readonly transforms: ClipTransforms;
}

/** See {@link Engines}; ffmpeg itself is fetched at its first work. */
export function createEngines(): Engines {
  const ffmpeg = createFfmpegClipper();
  return { ffmpeg, clipper: createClipper({ ffmpeg }), transforms: createClipTransforms({ ffmpeg }) };
}
