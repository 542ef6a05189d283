import { BufferSource, Input, MP4 } from 'mediabunny';

/** What a server can tell of an MP4 without decoding it. */
export interface Mp4Facts {
  readonly codec: string | undefined;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly durationSeconds: number;
  readonly frameCount: number;
  readonly audioTrackCount: number;
}

/** Reads an MP4's tracks and counts its frames. Undefined: no readable MP4, or none with a video track. */
export async function readMp4Facts(bytes: Uint8Array<ArrayBuffer>): Promise<Mp4Facts | undefined> {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const stats = await track.computePacketStats();
    return {
      codec: (await track.getCodec()) ?? undefined,
      widthPixels: await track.getDisplayWidth(),
      heightPixels: await track.getDisplayHeight(),
      durationSeconds: (await track.computeDuration()) - (await track.getFirstTimestamp()),
      frameCount: stats.packetCount,
      audioTrackCount: (await input.getAudioTracks()).length,
    };
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
