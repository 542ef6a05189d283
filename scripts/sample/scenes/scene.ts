import type { Probe } from '../ultrasound/probe.ts';
import type { SceneAtInstant } from '../ultrasound/receiver.ts';

/** What the operator has set at one instant. */
export interface Controls {
  readonly depthMm: number;
  readonly gainDb: number;
}

/** A simulated examination: what lies before the probe at any time, and what the operator does. */
export interface Scene {
  /** File name without ending, and the Video's key. */
  readonly key: string;
  /** For the grey bar on top of the screen; capitals. */
  readonly title: string;
  readonly probe: Probe;
  readonly durationSeconds: number;
  readonly seed: number;
  /** x264's constant rate factor for this clip: what keeps the file small enough. */
  readonly quality: number;
  readonly controlsAt: (seconds: number) => Controls;
  readonly at: (seconds: number) => SceneAtInstant;
}

/** How far from its resting size a pulsating artery is, 0 to 1: a steep rise, then a smaller second wave. */
export function pulseWave(seconds: number, beatsPerMinute: number): number {
  const phase = (seconds * beatsPerMinute) / 60;
  const share = phase - Math.floor(phase);
  return Math.exp(-(((share - 0.16) / 0.08) ** 2)) + 0.38 * Math.exp(-(((share - 0.42) / 0.12) ** 2));
}
