import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';

/** Fractions of a frame come and go with a container's ticks; the rate is to be the same in each. */
const ROUNDED_TO = 10_000;

/**
 * What a source spends on a window's pictures, from the key frame before it on: the same for a file and for the packets of it
 * that were fetched. Only sizes are read, where the container lists them.
 * @param start of the window in the track's own time, seconds
 * @returns bits a second; undefined where there are too few packets to tell
 */
export async function sourceRate(
  track: InputVideoTrack,
  { start, end, frameRate }: { readonly start: number; readonly end: number; readonly frameRate: number },
): Promise<number | undefined> {
  const sink = new EncodedPacketSink(track);
  let packet = (await sink.getKeyPacket(start, { metadataOnly: true })) ?? (await sink.getFirstPacket());
  let bytes = 0;
  let count = 0;
  for (; packet !== null && packet.timestamp < end; packet = await sink.getNextPacket(packet, { metadataOnly: true })) {
    bytes += packet.byteLength;
    count += 1;
  }
  if (count < 2 || !(frameRate > 0)) return undefined;
  return Math.max(1, Math.round((bytes * 8 * frameRate) / count / ROUNDED_TO)) * ROUNDED_TO;
}
