import type { Echo, SceneAtInstant } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';
import { pulseWave, type Scene } from './scene.ts';

/** The artery runs along y; its axis gets deeper along the way. */
const ARTERY = { x: 0, z: 18.5, slope: 0.05, radius: 3.3 };
const VEIN = { x: 10.5, z: 13.6, halfWidth: 4.6, halfHeight: 2.9 };
const THYROID = { x: -14, z: 15.5, halfWidth: 8.5, halfHeight: 7, halfLength: 24 };

/** Neck: an artery in short axis; the probe is turned by a quarter until the artery lies along the picture. */
export const rotationToLongAxis: Scene = {
  key: 'neck_artery',
  title: 'NECK VESSELS',
  probe: { kind: 'linear', widthMm: 38 },
  durationSeconds: 14,
  seed: 53,
  quality: 32.5,
  controlsAt: () => ({ depthMm: 36, gainDb: 0 }),
  at: sceneAt,
};

function sceneAt(seconds: number): SceneAtInstant {
  const turn = (Math.PI / 2) * smoothStep(4.2, 9.4, seconds);
  const cosine = Math.cos(turn);
  const sine = Math.sin(turn);
  // A hand is never quite still while it turns.
  const drift = 0.9 * Math.sin(turn * 2);
  const swelling = ARTERY.radius * 0.11 * pulseWave(seconds, 68);
  return (along, z, echo) => {
    const x = along * cosine + drift * sine;
    const y = along * sine + drift * cosine;
    const dx = x - ARTERY.x;
    const dz = z - ARTERY.z - ARTERY.slope * y;
    const from = Math.hypot(dx, dz);
    const outside = from - ARTERY.radius - swelling;
    const shift = from > 0 ? (swelling * Math.exp(-Math.max(0, outside) / 3)) / from : 0;
    echo.x = x - dx * shift;
    echo.y = y;
    echo.z = z - dz * shift;
    paint(echo.x, y, echo.z, echo);
    paintArtery(outside, from > 0 ? (dz / from) ** 2 : 0, echo);
    if (outside < 0) echo.y += seconds * 3;
  };
}

/** Lumen, the fine inner line of the wall, the dark media, the bright outer wall. */
function paintArtery(outside: number, square: number, echo: Echo): void {
  if (outside < 0.9) {
    echo.scatter = outside < 0 ? 0.018 : 0.12;
    echo.reflection = 0;
  }
  if (outside < 0) echo.lossDbPerMm = -0.2;
  else if (outside < 1.5) echo.lossDbPerMm += 0.5 * (1 - square);
  echo.reflection += bell(outside - 0.1, 0.16) * 1.6 * square + bell(outside - 1.15, 0.34) * (0.9 + 3.4 * square);
}

function paint(x: number, y: number, z: number, echo: Echo): void {
  const fascia = 6.2 + 0.5 * smoothNoise(x / 11, y / 12 + 3);
  const muscleEnd = 11 + 0.14 * x + 0.6 * smoothNoise(x / 12 + 7, y / 14);
  echo.lossDbPerMm = 0.085;
  echo.reflection = 2.6 * bell(z - fascia, 0.26) + 2.8 * bell(z - muscleEnd, 0.28);
  if (z < 1.4) {
    echo.scatter = 2.1;
    echo.reflection += 2.2 * bell(z - 1, 0.3);
  } else if (z < fascia) {
    echo.scatter = 0.45 + 0.12 * smoothNoise(x / 2.4 + y / 3, z / 1.4);
    echo.reflection += 1.1 * threads(x / 9, z / 1.6 + y / 8, 9);
  } else if (z < muscleEnd) {
    echo.scatter = 0.26 + 0.1 * smoothNoise(x / 4, z / 1.1 + y / 5);
    echo.reflection += 0.9 * threads((x + y) / 15, z / 1.2 + x / 40, 8);
  } else {
    paintDeep(x, y, z, echo);
  }
}

function paintDeep(x: number, y: number, z: number, echo: Echo): void {
  echo.scatter = 0.7 + 0.25 * smoothNoise(x / 3 + y / 4, z / 1.6);
  echo.reflection += 0.7 * threads(x / 10 + y / 16, z / 2.2, 7);
  const muscle = smoothStep(24.5, 26, z + 0.06 * x);
  echo.scatter = mix(echo.scatter, 0.34 + 0.1 * smoothNoise(x / 5 + y / 6, z / 1.4), muscle);
  echo.reflection += 2.1 * bell(z + 0.06 * x - 25, 0.3);

  const thyroid = Math.hypot(
    (x - THYROID.x) / THYROID.halfWidth,
    (y + 4) / THYROID.halfLength,
    (z - THYROID.z) / THYROID.halfHeight,
  );
  if (thyroid < 1) {
    echo.scatter = 1.35 + 0.12 * smoothNoise(x / 2 + y / 3, z / 2);
    echo.reflection = 0;
  }
  echo.reflection += 1.8 * bell((thyroid - 1) * 7, 0.45);

  const fromVein = Math.hypot((x - VEIN.x) / VEIN.halfWidth, (z - VEIN.z) / VEIN.halfHeight);
  if (fromVein < 1) {
    echo.scatter = 0.025;
    echo.reflection = 0;
    echo.lossDbPerMm = -0.2;
  }
  echo.reflection += 1.7 * bell((fromVein - 1) * 3 - 0.2, 0.28);
}
