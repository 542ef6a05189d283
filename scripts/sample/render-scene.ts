import type { GreyFrames } from './encode-clip.ts';
import type { Scene } from './scenes/scene.ts';
import { receive, type Envelope } from './ultrasound/receiver.ts';
import { Scatterers } from './ultrasound/scatterers.ts';
import { drawScreen, SCREEN_HEIGHT, SCREEN_WIDTH } from './ultrasound/screen.ts';

export const FRAMES_PER_SECOND = 20;
/** Share of the picture before in each picture, as scanners average to calm the noise. */
const PERSISTENCE = 0.35;
/** Pulse and beam at abdominal depth; a shallower field is scanned with a higher frequency. */
const FINE_DEPTH_MM = 60;

/** Draws the scene's frames from the first on, or those of a part of it. */
export function renderScene(scene: Scene, startSeconds = 0, endSeconds = scene.durationSeconds): GreyFrames {
  const fine = scene.controlsAt(0).depthMm <= FINE_DEPTH_MM;
  const scatterers = fine ? new Scatterers(scene.seed, 0.3, 0.13) : new Scatterers(scene.seed, 1, 0.45);
  const first = Math.round(startSeconds * FRAMES_PER_SECOND);
  const count = Math.round(endSeconds * FRAMES_PER_SECOND) - first;
  const frameBytes = SCREEN_WIDTH * SCREEN_HEIGHT;
  const bytes = new Uint8Array(count * frameBytes);
  let before: { readonly depthMm: number; readonly envelope: Envelope } | undefined;
  for (let frame = 0; frame < count; frame++) {
    const seconds = (first + frame) / FRAMES_PER_SECOND;
    const { depthMm, gainDb } = scene.controlsAt(seconds);
    const envelope = receive(
      scene.at(seconds),
      scatterers,
      {
        probe: scene.probe,
        depthMm,
        gainDb,
        pulseMm: fine ? 0.13 : 0.42,
        beamWidth: 1.25,
        focusMm: depthMm * 0.5,
        noiseDb: fine ? -52 : -50,
        noiseRiseDbPerMm: fine ? 0.35 : 0.12,
      },
      first + frame,
    );
    if (before?.depthMm === depthMm) average(envelope, before.envelope);
    before = { depthMm, envelope };
    const screen = bytes.subarray(frame * frameBytes, (frame + 1) * frameBytes);
    const settings = [`GAIN ${60 + gainDb}`, `DEPTH ${Math.round(depthMm) / 10}`, 'DR 62', 'MI 0.9'];
    drawScreen(screen, envelope, scene.probe, depthMm, { title: scene.title, settings });
  }
  return { widthPixels: SCREEN_WIDTH, heightPixels: SCREEN_HEIGHT, framesPerSecond: FRAMES_PER_SECOND, bytes };
}

function average(envelope: Envelope, before: Envelope): void {
  for (let index = 0; index < envelope.length; index++)
    envelope[index] = (envelope[index] ?? 0) * (1 - PERSISTENCE) + (before[index] ?? 0) * PERSISTENCE;
}
