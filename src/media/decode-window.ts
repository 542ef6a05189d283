import {
  ALL_FORMATS,
  BlobSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';

import { avcLengthBytes, isDisposable } from './avc-units.ts';
import { muxPackets } from './mux-packets.ts';

/** Packets are in the order of decoding: so many past the end in a row, and none before it follows. */
const PACKETS_PAST_END = 8;

export interface DecodedFrame {
  /** To be closed by who takes it. */
  readonly sample: VideoSample;
  /** In the track's own time, as its packet says. */
  readonly seconds: number;
}

/**
 * Decodes the frames that are shown from `start` until `end`, and as few others as that needs: none after the last of them, and
 * before the first only those that others are predicted from. A decoder that is given packets as they come runs ahead of the
 * end, and decodes what it then throws away.
 * @param start in the track's own time, seconds; frames before it may come too
 */
export async function* decodeWindow(track: InputVideoTrack, start: number, end: number): AsyncGenerator<DecodedFrame> {
  const packets = await neededPackets(track, start, end);
  const seconds = packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b);
  const [origin] = seconds;
  if (origin === undefined) return;
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(await muxPackets(track, packets, origin)) });
  try {
    const part = await input.getPrimaryVideoTrack();
    if (part === null) throw new Error('the packets were not found again');
    let at = 0;
    for await (const sample of new VideoSampleSink(part).samples()) {
      // The copy counts in ticks of its own: the nearest time is the packet's.
      const time = origin + sample.timestamp;
      while (at + 1 < seconds.length && nearer(time, seconds[at + 1], seconds[at])) at += 1;
      yield { sample, seconds: seconds[at] ?? time };
    }
  } finally {
    input.dispose();
  }
}

function nearer(time: number, one = Infinity, other = Infinity): boolean {
  return Math.abs(one - time) < Math.abs(other - time);
}

async function neededPackets(track: InputVideoTrack, start: number, end: number): Promise<readonly EncodedPacket[]> {
  const lengthBytes = avcLengthBytes(await track.getDecoderConfig());
  const sink = new EncodedPacketSink(track);
  const first =
    (await sink.getKeyPacket(start, { verifyKeyPackets: true })) ??
    (await sink.getFirstKeyPacket({ verifyKeyPackets: true }));
  const packets: EncodedPacket[] = [];
  let needed = 0;
  let past = 0;
  for (let packet = first; packet !== null && past < PACKETS_PAST_END; packet = await sink.getNextPacket(packet)) {
    const isBefore = packet.timestamp < start;
    if (isBefore && lengthBytes !== undefined && isDisposable(packet.data, lengthBytes)) continue;
    packets.push(packet);
    past = packet.timestamp >= end ? past + 1 : 0;
    if (past === 0) needed = packets.length;
  }
  return packets.slice(0, needed);
}
