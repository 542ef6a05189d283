/**
 * When each frame of a clip begins, in seconds, in the order shown: read from the file, since clips need not have an even
 * rate. Empty where the file cannot be read; the player then plays without steps.
 */
export async function frameTimesOf(url: string): Promise<readonly number[]> {
  try {
    const blob = await (await fetch(url)).blob();
    const { BlobSource, EncodedPacketSink, Input, MP4 } = await import('mediabunny');
    const input = new Input({ formats: [MP4], source: new BlobSource(blob) });
    try {
      const track = await input.getPrimaryVideoTrack();
      if (track === null) return [];
      const times: number[] = [];
      for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
        times.push(packet.timestamp);
      return times.sort((a, b) => a - b);
    } finally {
      input.dispose();
    }
  } catch {
    return [];
  }
}
