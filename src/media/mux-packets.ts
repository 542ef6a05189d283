import {
  BufferTarget,
  type EncodedPacket,
  EncodedVideoPacketSource,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

import { Refusal } from './container.ts';

/**
 * Some packets of a track, in the order of decoding, as a small MP4.
 * @param origin the packets' time, seconds, that is 0 in the MP4
 * @throws {Refusal} where the track's codec is not known
 */
export async function muxPackets(
  track: InputVideoTrack,
  packets: readonly EncodedPacket[],
  origin: number,
): Promise<Blob> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) throw new Refusal('its codec is not known');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  await output.start();
  for (const packet of packets)
    await source.add(packet.clone({ timestamp: packet.timestamp - origin }), { decoderConfig });
  await output.finalize();
  if (target.buffer === null) throw new Error('the muxer wrote nothing');
  return new Blob([target.buffer], { type: 'video/mp4' });
}
