import type { Echo, SceneAtInstant } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';
import { paintAbdominalWall, paintTube } from './abdomen.ts';
import type { Scene } from './scene.ts';

const BLADDER = { x: 4, z: 66, halfLength: 33, halfThickness: 14.5, halfBreadth: 21, tilt: 0.42 };
/** Place from the gallbladder's middle: on its dependent wall. */
const STONE = { x: 3.2, z: 9.6, radius: 6.2 };

/** Gallbladder, long axis: the probe is fanned until the stone and the shadow behind it leave the plane, and back again. */
export const gallstone: Scene = {
  key: 'gallbladder_stone',
  title: 'GALLBLADDER LONG AXIS',
  probe: { kind: 'curved', radiusMm: 50, fieldDegrees: 64 },
  durationSeconds: 14,
  seed: 37,
  quality: 32.5,
  controlsAt: () => ({ depthMm: 135, gainDb: -4 }),
  at: sceneAt,
};

/** The angle by which the plane is fanned out of the stone, radians. */
function fanAngle(seconds: number): number {
  const away = smoothStep(3.6, 6, seconds) - smoothStep(8.6, 11, seconds);
  return 0.178 * away;
}

function sceneAt(seconds: number): SceneAtInstant {
  const sine = Math.sin(fanAngle(seconds));
  const breath = Math.sin((2 * Math.PI * seconds) / 5.2);
  return (x, z, echo) => {
    const inside = smoothStep(18, 26, z);
    const tissueX = x - 1.2 * breath * inside;
    const tissueZ = z - 0.8 * breath * inside;
    // Fanning turns the plane about the probe's face: the deeper, the farther out of the old plane.
    const y = (z + 4) * sine;
    echo.x = tissueX;
    echo.y = y;
    echo.z = tissueZ;
    paint(tissueX, y, tissueZ, echo);
  };
}

function paint(x: number, y: number, z: number, echo: Echo): void {
  echo.lossDbPerMm = 0.03;
  echo.reflection = 0;
  if (paintAbdominalWall(x, z, echo)) return;
  paintSurroundings(x, y, z, echo);
  const dx = x - BLADDER.x;
  const dz = z - BLADDER.z;
  const along = dx * Math.cos(BLADDER.tilt) + dz * Math.sin(BLADDER.tilt);
  const across = dz * Math.cos(BLADDER.tilt) - dx * Math.sin(BLADDER.tilt);
  // Pear-shaped: the fundus is wider than the neck.
  const girth = BLADDER.halfThickness * (1 + (0.32 * along) / BLADDER.halfLength);
  const from = Math.hypot(along / BLADDER.halfLength, across / girth, y / BLADDER.halfBreadth);
  const outside = (from - 1) * BLADDER.halfThickness;
  if (outside < 0) {
    // Bile, with some haze near the front wall as side lobes and reverberation make it.
    echo.scatter = 0.02 + 0.16 * bell(across + girth, 4);
    echo.lossDbPerMm = -0.1;
  }
  echo.reflection += bell(outside - 0.5, 0.6) * (0.6 + 2 * Math.abs(across / girth) ** 2);
  paintStone(dx - STONE.x, dz - STONE.z, y, echo);
}

function paintStone(dx: number, dz: number, y: number, echo: Echo): void {
  const distance = Math.hypot(dx, dz * 1.15);
  // The plane is some millimetres thick: at the stone's edge only part of the beam meets it.
  const reach = Math.sqrt(Math.max(0, STONE.radius * STONE.radius - y * y));
  if (reach <= 0) return;
  const share = smoothStep(STONE.radius, STONE.radius * 0.55, Math.abs(y));
  const outside = distance - reach;
  if (outside < 0) {
    echo.scatter = mix(echo.scatter, 1.4, share);
    echo.reflection *= 1 - share;
    echo.lossDbPerMm = mix(echo.lossDbPerMm, 2.4, share);
  }
  const facing = distance > 0 && dz < 0 ? dz / distance : 0;
  echo.reflection += 9 * share * facing * facing * bell(outside, 0.9);
}

function paintSurroundings(x: number, y: number, z: number, echo: Echo): void {
  echo.scatter = 1 + 0.16 * smoothNoise(x / 7 + y / 9, z / 5);
  paintTube(x, z, { fromX: -62, fromZ: 52, toX: -18, toZ: 92, fromRadius: 2.2, toRadius: 4, wall: 1.8 }, echo);
  paintTube(x, z, { fromX: -74, fromZ: 96, toX: 0, toZ: 106, fromRadius: 2.6, toRadius: 4.6, wall: 0.6 }, echo);
  paintTube(x, z, { fromX: 8, fromZ: 36, toX: -8, toZ: 40, fromRadius: 1.5, toRadius: 1.9, wall: 1.8 }, echo);
  // Right of it lies bowel, behind it retroperitoneal fat.
  const bowel = smoothStep(0, 8, x - 34 + 0.35 * (z - 70));
  echo.scatter = mix(echo.scatter, 0.7 + 0.5 * smoothNoise(x / 8 + y / 6, z / 5), bowel);
  echo.reflection += bowel * 1.5 * threads(x / 15 + y / 20, z / 8, 4);
  const back = smoothStep(112, 120, z + 0.1 * x);
  echo.scatter = mix(echo.scatter, 1.3 + 0.4 * smoothNoise(x / 8, z / 4), back);
  echo.reflection += 1.6 * bell(z + 0.1 * x - 116, 1);
}
