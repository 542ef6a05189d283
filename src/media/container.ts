import { EncodedPacketSink, type Input, type InputVideoTrack } from 'mediabunny';

/** No codec puts a frame further from its place. */
const PACKETS_OUT_OF_ORDER = 16;

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

/**
 * Where time 0 of a window lies, in the time of `video`: the first time of anything in the container, but not the run-up of sound or
 * edit lists. An edit that begins between two frames begins, for ffmpeg, with the later one.
 */
export async function containerStart(input: Input, video: InputVideoTrack): Promise<number> {
  const [all, own] = [await input.getFirstTimestamp(), await video.getFirstTimestamp()];
  if (!(await isIso(input))) return own >= 0 ? Math.max(0, all) : all;
  return Math.max(0, all) + (own < 0 ? await firstShown(video) : 0);
}

/** MP4 and QuickTime, whose edit lists say what is shown. */
export async function isIso(input: Input): Promise<boolean> {
  return /mp4|quicktime/.test(await input.getMimeType());
}

/** Of the frames that an edit does not leave out, which are those from 0 on, the time of the first. */
async function firstShown(video: InputVideoTrack): Promise<number> {
  const sink = new EncodedPacketSink(video);
  const metadataOnly = { metadataOnly: true };
  let first = Infinity;
  // In the order of decoding a frame of B is some places away from the one shown before it.
  let left = PACKETS_OUT_OF_ORDER;
  let packet = await sink.getPacket(0, metadataOnly);
  while (packet !== null && left > 0) {
    if (packet.timestamp >= 0) first = Math.min(first, packet.timestamp);
    if (first < Infinity) left -= 1;
    packet = await sink.getNextPacket(packet, metadataOnly);
  }
  return Number.isFinite(first) ? first : 0;
}
