import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';

export interface ClipFacts {
  readonly codec: string | undefined;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly audioTrackCount: number;
  /** Of the frames in the order they are shown, from the first frame's time on. */
  readonly frameSeconds: readonly number[];
  /** From the first frame to the end of the last. */
  readonly durationSeconds: number;
}

/** What an MP4 really holds; undefined where there is no video in it. */
export async function readClipFacts(bytes: Uint8Array<ArrayBuffer>): Promise<ClipFacts | undefined> {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
      times.push(packet.timestamp);
    times.sort((a, b) => a - b);
    const first = times[0] ?? 0;
    return {
      codec: (await track.getCodec()) ?? undefined,
      widthPixels: await track.getDisplayWidth(),
      heightPixels: await track.getDisplayHeight(),
      audioTrackCount: (await input.getAudioTracks()).length,
      frameSeconds: times.map((time) => time - first),
      durationSeconds: (await track.computeDuration()) - first,
    };
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
