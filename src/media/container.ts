import type { Input, InputVideoTrack } from 'mediabunny';

/** Why mediabunny or the browser cannot take a source; ffmpeg may. */
export class Refusal extends Error {}

/** ffmpeg's choice: the largest, those marked as default first. */
export async function chosenTrack(input: Input): Promise<InputVideoTrack> {
  if (!(await input.canRead())) throw new Refusal('its container is not one that is read here');
  let best: InputVideoTrack | undefined;
  let bestScore = -1;
  for (const track of await input.getVideoTracks()) {
    const { default: isDefault } = await track.getDisposition();
    const score = (await track.getCodedWidth()) * (await track.getCodedHeight()) + (isDefault ? 5_000_000 : 0);
    if (score > bestScore) [best, bestScore] = [track, score];
  }
  if (best === undefined) throw new Refusal('no video stream was found in it');
  return best;
}

/** Where time 0 of a window lies: the first time of anything in the container, but not the run-up of sound or edit lists. */
export async function containerStart(input: Input, video: InputVideoTrack): Promise<number> {
  const [all, own] = [await input.getFirstTimestamp(), await video.getFirstTimestamp()];
  const isIso = /mp4|quicktime/.test(await input.getMimeType());
  return isIso || own >= 0 ? Math.max(0, all) : all;
}
