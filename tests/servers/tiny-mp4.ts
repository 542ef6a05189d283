import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';

export interface TinyMp4Options {
  /** Multiples of 16. Default: 32 x 32. */
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  /** Default: 1. */
  readonly durationSeconds?: number;
  /** Default: 10. */
  readonly framesPerSecond?: number;
}

/**
 * A real, decodable H.264 MP4 of flat grey frames that get lighter, for tests that need no picture. Runs without any codec:
 * every macroblock is I_PCM (ITU-T H.264, 7.3.5), that is, raw samples.
 */
export async function tinyMp4(options: TinyMp4Options = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPixels = 32, heightPixels = 32, durationSeconds = 1, framesPerSecond = 10 } = options;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const description = avcConfiguration(widthPixels, heightPixels);
  const decoderConfig = { codec: 'avc1.42c00a', codedWidth: widthPixels, codedHeight: heightPixels, description };
  const count = Math.max(1, Math.round(durationSeconds * framesPerSecond));
  for (let index = 0; index < count; index += 1) {
    const nal = idrSlice((widthPixels * heightPixels) / 256, index, 32 + ((index * 7) % 192));
    const data = new Uint8Array([0, 0, nal.length >> 8, nal.length & 255, ...nal]);
    if (nal.length > 0xffff) data.set([nal.length >>> 24, (nal.length >> 16) & 255]);
    const packet = new EncodedPacket(data, 'key', index / framesPerSecond, 1 / framesPerSecond);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the muxer wrote nothing');
  return new Uint8Array(target.buffer);
}

/** Bits of a raw byte sequence payload, most significant first. */
class BitWriter {
  readonly bytes: number[] = [];
  private current = 0;
  private used = 0;

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.current = (this.current << 1) | ((value >> bit) & 1);
      this.used += 1;
      if (this.used === 8) {
        this.bytes.push(this.current);
        this.current = 0;
        this.used = 0;
      }
    }
    return this;
  }

  /** Exponential-Golomb code, unsigned; a signed 0 looks the same. */
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  align(): this {
    while (this.used !== 0) this.bits(0, 1);
    return this;
  }

  /** rbsp_trailing_bits. */
  end(): readonly number[] {
    return this.bits(1, 1).align().bytes;
  }
}

function avcConfiguration(widthPixels: number, heightPixels: number): Uint8Array {
  const sps = new BitWriter()
    .bits(0x67_42, 16)
    .bits(0xc0_0a, 16)
    .ue(0) // seq_parameter_set_id
    .ue(0) // log2_max_frame_num_minus4
    .ue(2) // pic_order_cnt_type: decoding order is output order
    .ue(0) // max_num_ref_frames
    .bits(0, 1)
    .ue(widthPixels / 16 - 1)
    .ue(heightPixels / 16 - 1)
    .bits(0b1100, 4) // frames only, direct 8x8, no cropping, no VUI
    .end();
  const pps = new BitWriter()
    .bits(0x68, 8)
    .ue(0)
    .ue(0)
    .bits(0, 2) // CAVLC
    .ue(0)
    .ue(0)
    .ue(0)
    .bits(0, 3) // no weighted prediction
    .ue(0)
    .ue(0)
    .ue(0)
    .bits(0, 3)
    .end();
  return new Uint8Array([1, 0x42, 0xc0, 0x0a, 0xff, 0xe1, 0, sps.length, ...sps, 1, 0, pps.length, ...pps]);
}

function idrSlice(macroblockCount: number, index: number, luma: number): readonly number[] {
  const writer = new BitWriter()
    .bits(0x65, 8)
    .ue(0) // first_mb_in_slice
    .ue(7) // I slices only
    .ue(0)
    .bits(0, 4) // frame_num
    .ue(index % 2) // idr_pic_id differs between neighbours
    .bits(0, 2)
    .ue(0); // slice_qp_delta
  for (let block = 0; block < macroblockCount; block += 1) {
    writer.ue(25).align(); // I_PCM
    for (let sample = 0; sample < 384; sample += 1) writer.bits(sample < 256 ? luma : 128, 8);
  }
  return writer.end();
}
