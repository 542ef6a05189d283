import type { Echo, SceneAtInstant } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';
import { paintAbdominalWall, paintTube } from './abdomen.ts';
import type { Controls, Scene } from './scene.ts';

const DIAPHRAGM = { x: 22, z: 38, radius: 106 };
const KIDNEY = { x: 30, z: 88, halfLength: 47, halfThickness: 22, tilt: 0.3 };

/** Liver and right kidney, long axis: first far too dark, then the gain comes up; later the depth is brought in step by step. */
export const gainAndDepth: Scene = {
  key: 'liver_and_kidney',
  title: 'RIGHT UPPER QUADRANT',
  probe: { kind: 'curved', radiusMm: 52, fieldDegrees: 66 },
  durationSeconds: 23,
  seed: 23,
  quality: 30,
  controlsAt,
  at: sceneAt,
};

function controlsAt(seconds: number): Controls {
  // The knob clicks: twelve steps of 2 dB between 4.5 and 10 s.
  const clicks = Math.min(12, Math.max(0, Math.floor((seconds - 4) / 0.5)));
  const depthMm = seconds < 13.5 ? 200 : seconds < 14.5 ? 180 : seconds < 15.5 ? 160 : seconds < 16.5 ? 145 : 130;
  return { depthMm, gainDb: 2 * clicks - 28 };
}

function sceneAt(seconds: number): SceneAtInstant {
  const breath = Math.sin((2 * Math.PI * seconds) / 4.8);
  return (x, z, echo) => {
    // Everything behind the abdominal wall glides with the breath.
    const inside = smoothStep(18, 26, z);
    const tissueX = x - 3 * breath * inside;
    const tissueZ = z - 1.6 * breath * inside;
    echo.x = tissueX;
    echo.y = 0;
    echo.z = tissueZ;
    paint(tissueX, tissueZ, echo);
  };
}

function paint(x: number, z: number, echo: Echo): void {
  echo.lossDbPerMm = 0.035;
  echo.reflection = 0;
  if (paintAbdominalWall(x, z, echo)) return;
  const toDiaphragm = DIAPHRAGM.radius - Math.hypot(x - DIAPHRAGM.x, z - DIAPHRAGM.z);
  if (toDiaphragm < 0) {
    // Lung behind the diaphragm: a faint haze.
    echo.scatter = 0.12;
    echo.lossDbPerMm = 0.12;
  } else {
    paintLiver(x, z, echo);
    paintKidney(x, z, echo);
    paintBehind(x, z, echo);
  }
  echo.reflection += (x < 40 ? 3.4 : 1.2) * bell(toDiaphragm, 1);
}

function paintLiver(x: number, z: number, echo: Echo): void {
  echo.scatter = 1 + 0.16 * smoothNoise(x / 7, z / 5);
  paintTube(x, z, { fromX: -58, fromZ: 96, toX: -6, toZ: 58, fromRadius: 5, toRadius: 2.6, wall: 0.5 }, echo);
  paintTube(x, z, { fromX: -30, fromZ: 66, toX: -46, toZ: 44, fromRadius: 2, toRadius: 1.4, wall: 0.5 }, echo);
  paintTube(x, z, { fromX: -14, fromZ: 94, toX: -44, toZ: 118, fromRadius: 3.4, toRadius: 2.6, wall: 2.6 }, echo);
  paintTube(x, z, { fromX: 8, fromZ: 46, toX: 20, toZ: 41, fromRadius: 1.8, toRadius: 1.5, wall: 2.2 }, echo);
  paintTube(x, z, { fromX: -8, fromZ: 128, toX: -16, toZ: 131, fromRadius: 3, toRadius: 3, wall: 1.6 }, echo);
}

function paintKidney(x: number, z: number, echo: Echo): void {
  const dx = x - KIDNEY.x;
  const dz = z - KIDNEY.z;
  const along = (dx * Math.cos(KIDNEY.tilt) + dz * Math.sin(KIDNEY.tilt)) / KIDNEY.halfLength;
  const across = (dz * Math.cos(KIDNEY.tilt) - dx * Math.sin(KIDNEY.tilt)) / KIDNEY.halfThickness;
  const from = Math.hypot(along, across);
  if (from < 1.35) {
    // Fat around the kidney, then the capsule.
    const outside = (from - 1) * KIDNEY.halfThickness;
    echo.scatter = mix(echo.scatter, 1.7, bell(outside - 2.4, 2));
    echo.reflection += 2.2 * bell(outside, 0.8) * Math.abs(across);
  }
  if (from >= 1) return;
  const angle = Math.atan2(across, along);
  const pyramid = smoothStep(0.1, 0.5, Math.cos(angle * 7)) * bell(from - 0.68, 0.16);
  const sinus = smoothStep(0.5, 0.36, from + 0.09 * smoothNoise(angle * 2, 4));
  echo.scatter = mix(0.55 + 0.1 * smoothNoise(x / 4, z / 4), 0.22, pyramid);
  echo.scatter = mix(echo.scatter, 1.9 + 1.1 * smoothNoise(x / 4, z / 2.6), sinus);
  echo.reflection += 1.4 * sinus * threads(x / 9, z / 4, 5);
  echo.lossDbPerMm = 0.025;
}

/** Muscle and bowel behind the kidney. */
function paintBehind(x: number, z: number, echo: Echo): void {
  const depth = z - 118 - 0.24 * (x - 30);
  const share = smoothStep(0, 4, depth) * smoothStep(-14, 4, x);
  echo.scatter = mix(echo.scatter, 0.5 + 0.2 * smoothNoise(x / 9, z / 3), share);
  echo.reflection += share * 0.9 * threads(x / 22, (z - 0.25 * x) / 5, 6);
}
