import type { Echo } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';

/** A stretch of a vessel in the picture's plane, mm. */
export interface Tube {
  readonly fromX: number;
  readonly fromZ: number;
  readonly toX: number;
  readonly toZ: number;
  readonly fromRadius: number;
  readonly toRadius: number;
  /** How strongly the wall reflects: portal veins much, hepatic veins hardly. */
  readonly wall: number;
}

/** The curved probe dents the skin, so that the layers under it follow its face. */
const FACE_RADIUS_MM = 58;

/** Skin, fat and muscle in front of the organs. False where the place lies deeper. */
export function paintAbdominalWall(x: number, height: number, echo: Echo): boolean {
  const z = Math.hypot(x, height + FACE_RADIUS_MM) - FACE_RADIUS_MM;
  const muscleFrom = 11 + 0.9 * smoothNoise(x / 18, 2);
  const wallEnd = 22 + 1.1 * smoothNoise(x / 22, 6);
  echo.reflection += 2.4 * bell(z - muscleFrom, 0.7) + 3 * bell(z - wallEnd, 0.8);
  if (z > wallEnd) return false;
  if (z < 2.5) {
    echo.scatter = 2.4;
  } else if (z < muscleFrom) {
    echo.scatter = 0.75 + 0.2 * smoothNoise(x / 6, z / 3);
    echo.reflection += 1.2 * threads(x / 24, z / 4, 7);
  } else {
    echo.scatter = 0.55 + 0.15 * smoothNoise(x / 9, z / 2.5);
    echo.reflection += 1.1 * threads(x / 40, z / 3, 6);
  }
  return true;
}

/** Draws a vessel: hardly any echo inside, a wall around. */
export function paintTube(x: number, z: number, tube: Tube, echo: Echo): void {
  const lengthX = tube.toX - tube.fromX;
  const lengthZ = tube.toZ - tube.fromZ;
  const share = ((x - tube.fromX) * lengthX + (z - tube.fromZ) * lengthZ) / (lengthX * lengthX + lengthZ * lengthZ);
  const at = Math.min(1, Math.max(0, share));
  // A vessel winds a little, and leaves the picture's plane at both ends.
  const bend = 1.6 * Math.sin(at * 5);
  const inPlane = smoothStep(0, 0.2, at) * smoothStep(1, 0.8, at);
  const distance = Math.hypot(x - tube.fromX - at * lengthX - bend, z - tube.fromZ - at * lengthZ + bend);
  const outside = distance - (tube.fromRadius + (tube.toRadius - tube.fromRadius) * at) * Math.sqrt(inPlane);
  if (outside < 0) {
    echo.scatter = mix(echo.scatter, 0.05, inPlane);
    echo.lossDbPerMm = -0.06;
  }
  echo.reflection += tube.wall * inPlane * bell(outside - 0.4, 0.75);
}
