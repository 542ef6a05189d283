import {
  ALL_FORMATS,
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
} from 'mediabunny';

import type { ClipSpec } from '../app/index.ts';
import { SonoscoreError } from '../app/index.ts';
import { clipError, isAbort } from './clip-errors.ts';
import { chosenTrack, containerStart, Refusal } from './container.ts';
import { muxPackets } from './mux-packets.ts';
import type { RangeReader } from './range-reader.ts';

/** Packets are in the order of decoding: so many past the end in a row, and none before it follows. */
const PACKETS_PAST_END = 8;

/**
 * Copies the packets that cover a window into a small MP4.
 * @returns the MP4 and where in it the window begins
 * @throws {SonoscoreError} kind `clip`
 */
export async function fetchWindow(
  reader: RangeReader,
  spec: ClipSpec,
): Promise<{ readonly blob: Blob; readonly startSeconds: number }> {
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => reader.size(),
      read: (start, end) => reader.read(start, end),
      handleUnhandledError: () => {},
    }),
  });
  try {
    await reader.size();
    const track = await chosenTrack(input);
    const start = (await containerStart(input, track)) + spec.startSeconds;
    const packets = await packetsOver(track, start, start + spec.durationSeconds);
    const origin = Math.min(...packets.map(({ timestamp }) => timestamp));
    return { blob: await muxPackets(track, packets, origin), startSeconds: Math.max(0, start - origin) };
  } catch (error) {
    if (isAbort(error) || error instanceof SonoscoreError) throw error;
    const why = error instanceof Refusal ? error.message : 'its container or codec is not one that is read by parts';
    throw clipError(
      `The source video cannot be read over the network, since ${why}: download it and attach the file.`,
      error,
    );
  } finally {
    input.dispose();
  }
}

async function packetsOver(track: InputVideoTrack, start: number, end: number): Promise<readonly EncodedPacket[]> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getKeyPacket(start, { verifyKeyPackets: true })) ?? (await sink.getFirstPacket());
  const packets: EncodedPacket[] = [];
  let past = 0;
  for (let packet = first; packet !== null && past < PACKETS_PAST_END; packet = await sink.getNextPacket(packet)) {
    packets.push(packet);
    past = packet.timestamp >= end ? past + 1 : 0;
  }
  if (packets.length === 0) throw clipError('The source video has no frame: check that it is the right one.');
  return packets;
}
