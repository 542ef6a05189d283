import {
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

import { type FrameWindow, ticksInWindow } from '../domain/clip/index.ts';
import { avcLengthBytes, avcUnits } from './avc-units.ts';

/** Packets are in the order of decoding: so many past the end in a row, and none before it follows. */
const PACKETS_PAST_END = 8;
const SUPPLEMENT = 6;

/**
 * Copies the frames of a window without decoding them, where that gives the very frames: it begins at a key frame that
 * nothing before is needed for, and each of its frames comes, in the order of decoding, before any other.
 * @param start of the window in the track's own time, seconds
 * @param maxBytes more is not worth copying
 * @returns undefined where it cannot be done
 */
export async function copyWindow(
  track: InputVideoTrack,
  window: FrameWindow,
  start: number,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const decoderConfig = await track.getDecoderConfig();
  const lengthBytes = avcLengthBytes(decoderConfig);
  if (decoderConfig === null || lengthBytes === undefined) return undefined;
  const resolution = await track.getTimeResolution();
  const tickOf = ({ timestamp }: EncodedPacket) => Math.round(timestamp * resolution);
  const startTick = Math.round(start * resolution);
  const packets = await packetsFrom(track, startTick / resolution, start + window.cutoffSeconds);
  const [first] = packets;
  if (first === undefined || tickOf(first) !== startTick) return undefined;
  const ticks = packets.map(tickOf).sort((a, b) => a - b);
  const taken = new Set(ticksInWindow(ticks, window, { startTick, ticksPerSecond: resolution }));
  const copied = packets.slice(0, taken.size);
  if (!copied.every((packet) => taken.has(tickOf(packet)))) return undefined;
  if (copied.reduce((sum, { byteLength }) => sum + byteLength, 0) > maxBytes) return undefined;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  for (const packet of copied) {
    const bytes = withoutSupplements(packet.data, lengthBytes);
    await source.add(new EncodedPacket(bytes, packet.type, packet.timestamp - first.timestamp, packet.duration), {
      decoderConfig,
    });
  }
  await output.finalize();
  return target.buffer === null ? undefined : new Uint8Array(target.buffer);
}

async function packetsFrom(track: InputVideoTrack, start: number, end: number): Promise<readonly EncodedPacket[]> {
  const sink = new EncodedPacketSink(track);
  const packets: EncodedPacket[] = [];
  let past = 0;
  let packet = await sink.getKeyPacket(start, { verifyKeyPackets: true });
  while (packet !== null && past < PACKETS_PAST_END) {
    packets.push(packet);
    past = packet.timestamp >= end ? past + 1 : 0;
    // The one before the window tells that it does not begin at a key frame; nothing more is to be read.
    if (packets.length === 1 && packet.timestamp < start - 0.001) break;
    packet = await sink.getNextPacket(packet);
  }
  return packets;
}

/** Takes out what a device or program wrote beside the picture (supplemental enhancement information). */
function withoutSupplements(data: Uint8Array, lengthBytes: number): Uint8Array {
  const kept = new Uint8Array(data.length);
  let to = 0;
  for (const { start, end, kind } of avcUnits(data, lengthBytes)) {
    if (kind === SUPPLEMENT) continue;
    kept.set(data.subarray(start, end), to);
    to += end - start;
  }
  return kept.subarray(0, to);
}
