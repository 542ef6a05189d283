import { SonoscoreError } from '../../app/index.ts';
import { clipError } from '../clip-errors.ts';
import { grayOf } from './gray-levels.ts';
import { inflated } from './inflate.ts';
import { bottomUpBgr, decodeRunLength, plainFrameBytes } from './pixels.ts';
import { type Cine, readCine } from './read-cine.ts';
import { writeAvi } from './write-avi.ts';

/**
 * A cine loop as a video file that ffmpeg reads: the pictures and their rate, and no other word of the DICOM file.
 * @throws {SonoscoreError} kind `clip`, with what cannot be read and what to do
 */
export async function dicomAsVideo(blob: Blob): Promise<{ readonly blob: Blob; readonly notes: readonly string[] }> {
  try {
    return await asVideo(blob);
  } catch (error) {
    if (error instanceof SonoscoreError) throw error;
    // What reaches beyond its end, or asks for more memory than there is.
    throw clipError('The DICOM file is damaged: export it again.', error);
  }
}

async function asVideo(blob: Blob): Promise<{ readonly blob: Blob; readonly notes: readonly string[] }> {
  const cine = await readCine(await inflated(blob));
  const { frames, notes, widthPixels, heightPixels, times } = cine;
  if (frames.kind === 'stream') return { blob: frames.stream, notes };
  const coded = frames.kind === 'coded';
  return {
    blob: writeAvi({
      widthPixels,
      heightPixels,
      times,
      fourcc: coded ? frames.fourcc : undefined,
      frames: coded ? frames.frames : await plainPictures(cine),
    }),
    notes,
  };
}

/** What a file of this kind can tell the length of. */
const MOST_AVI_BYTES = 4e9;

async function plainPictures(cine: Cine): Promise<readonly Blob[]> {
  const { frames } = cine;
  const frameBytes = plainFrameBytes(cine);
  const pictures: Blob[] = [];
  let bytesInAll = 0;
  for (let index = 0; index < cine.frameCount; index += 1) {
    const part =
      frames.kind === 'plain'
        ? frames.pixels.slice(index * frameBytes, (index + 1) * frameBytes)
        : frames.kind === 'run-length'
          ? frames.frames[index]
          : undefined;
    // A file that was cut short has fewer frames than it says.
    if (part === undefined || part.size === 0 || (frames.kind === 'plain' && part.size < frameBytes)) break;
    const bytes = new Uint8Array(await part.arrayBuffer());
    bytesInAll += cine.widthPixels * cine.heightPixels * 3;
    if (bytesInAll > MOST_AVI_BYTES)
      throw clipError('The DICOM file has over 4 GB of plain pictures, too many to read here: export it as MP4.');
    const plain = frames.kind === 'plain' ? bytes : decodeRunLength(bytes, cine.widthPixels * cine.heightPixels);
    // A Blob each, so that the browser may keep them elsewhere than in the page's memory.
    const order = frames.kind === 'plain' ? 'side-by-side' : 'planes';
    const pixels = cine.levels === undefined ? plain : grayOf(plain, order, cine.levels);
    pictures.push(new Blob([bottomUpBgr(pixels, cine)]));
  }
  return pictures;
}
