import { sha256, AUTO_ENGINE, type ClipSpec, type EngineSettings } from '../app/index.ts';

/** Counted up when the same settings come to give other bytes. */
const CLIP_VERSION = 2;

/** The content address of a clip: hex SHA-256 of everything that makes its bytes what they are. */
export async function clipKey(
  fingerprint: string,
  { startSeconds, durationSeconds, roi, notes = [] }: ClipSpec,
  { engine, reference }: EngineSettings = AUTO_ENGINE,
): Promise<string> {
  const region = roi === undefined ? null : [roi.unit, roi.x, roi.y, roi.width, roi.height];
  const parts = [CLIP_VERSION, fingerprint, startSeconds, durationSeconds, region, engine, reference, ...notes];
  return sha256(new TextEncoder().encode(JSON.stringify(parts)));
}
