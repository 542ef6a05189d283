import type { SceneAtInstant } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';
import { pulseWave, type Scene } from './scene.ts';

const ARTERY = { x: -6.8, z: 19, radius: 4 };
const VEIN = { x: 6, z: 21, halfWidth: 6.2, halfHeight: 4.4 };
/** How deep into the tissue a vessel wall's movement is felt, mm. */
const REACH_MM = 6;

/** Groin, short axis: pressing with the probe flattens the vein; the artery beside it stays round and pulsates. */
export const compressibleVein: Scene = {
  key: 'groin_vessels',
  title: 'GROIN SHORT AXIS',
  probe: { kind: 'linear', widthMm: 38 },
  durationSeconds: 13,
  seed: 11,
  quality: 30,
  controlsAt: () => ({ depthMm: 38, gainDb: 0 }),
  at: sceneAt,
};

/** 0 while the probe rests on the skin, 1 at full pressure. */
function pressure(seconds: number): number {
  const first = smoothStep(3, 4.2, seconds) - smoothStep(6, 7.2, seconds);
  const second = smoothStep(8.8, 9.8, seconds) - smoothStep(11, 12, seconds);
  return first + second;
}

function sceneAt(seconds: number): SceneAtInstant {
  const pressed = pressure(seconds);
  const arteryRadius = ARTERY.radius * (1 + 0.13 * pulseWave(seconds, 74));
  const openness = 1 - 0.965 * pressed;
  const thinning = 1 - 0.14 * pressed;
  // Where the centres are now; the tissue above them is thinner under pressure.
  const arteryNow = ARTERY.z * thinning;
  const veinNow = VEIN.z * thinning;

  return (x, z, echo) => {
    // The vein's wall: lumen half height at rest and now, above and below this x.
    const acrossVein = (x - VEIN.x) / VEIN.halfWidth;
    const restHeight = Math.abs(acrossVein) < 1 ? VEIN.halfHeight * Math.sqrt(1 - acrossVein * acrossVein) : 0;
    const height = restHeight * openness;
    const fromVein = z - veinNow;
    const outsideVein = Math.abs(fromVein) - height;
    const veinShift = restHeight > 0 ? (restHeight - height) * Math.exp(-Math.max(0, outsideVein) / REACH_MM) : 0;

    // The artery's wall moves outward with each pulse and pushes the tissue around it.
    const dx = x - ARTERY.x;
    const dz = (z - arteryNow) * (1 + 0.06 * pressed);
    const fromArtery = Math.hypot(dx, dz);
    const outsideArtery = fromArtery - arteryRadius;
    const arteryShift = (arteryRadius - ARTERY.radius) * Math.exp(-Math.max(0, outsideArtery) / 3);
    const along = fromArtery > 0 ? arteryShift / fromArtery : 0;

    const tissueX = x - dx * along;
    const tissueZ = z / thinning + Math.sign(fromVein) * veinShift - dz * along;
    echo.x = tissueX;
    echo.y = 0;
    echo.z = tissueZ;
    echo.lossDbPerMm = 0.085;

    if (outsideArtery < 0) {
      echo.scatter = 0.018;
      echo.reflection = 0;
      echo.lossDbPerMm = -0.42;
    } else if (outsideVein < 0 && restHeight > 0) {
      // Slow blood: faintly visible, drifting along the vessel.
      echo.scatter = 0.028;
      echo.y = seconds * 2;
      echo.reflection = 0;
      echo.lossDbPerMm = -0.42;
    } else {
      paintTissue(tissueX, tissueZ, echo);
    }
    // Walls shine where the beam meets them squarely.
    const square = fromArtery > 0 ? (dz / fromArtery) ** 2 : 0;
    echo.reflection += bell(outsideArtery - 0.35, 0.32) * (1.1 + 4 * square);
    if (outsideArtery > 0 && outsideArtery < 0.8) echo.lossDbPerMm += 0.5 * (1 - square);
    if (Math.abs(acrossVein) < 1.02)
      echo.reflection += bell(outsideVein - 0.2, 0.22) * (0.5 + 1.8 * (1 - acrossVein * acrossVein));
  };
}

function paintTissue(x: number, z: number, echo: Parameters<SceneAtInstant>[2]): void {
  const fascia = 8.6 + 0.5 * smoothNoise(x / 11, 3) + 0.03 * x;
  const deepFascia = 29.5 + 0.9 * smoothNoise(x / 13, 9);
  if (z < 1.5) {
    echo.scatter = 2.2;
    echo.reflection = 2.4 * bell(z - 1.1, 0.35);
    return;
  }
  if (z < fascia) {
    echo.scatter = 0.42 + 0.12 * smoothNoise(x / 2, z / 1.5);
    echo.reflection = 1.3 * threads(x / 9, z / 1.7, 9);
  } else if (z < deepFascia) {
    const sheath = Math.max(
      bell(Math.hypot(x - ARTERY.x, z - ARTERY.z) - 4, 3.2),
      bell(Math.hypot((x - VEIN.x) / 1.3, z - VEIN.z) - 4.2, 3),
    );
    const muscle = 0.34 + 0.12 * smoothNoise(x / 5, z / 1.2);
    echo.scatter = mix(muscle, 1.25 + 0.5 * smoothNoise(x / 2, z / 1.2), sheath);
    echo.reflection = 0.9 * threads(x / 14 + 5, (z + 0.12 * x) / 1.5, 8) * (1 - 0.6 * sheath);
  } else {
    echo.scatter = 0.4 + 0.14 * smoothNoise(x / 5, z / 1.4);
    echo.reflection = 0.8 * threads(x / 16, (z - 0.1 * x) / 1.9, 8);
  }
  echo.reflection += 3.2 * bell(z - fascia, 0.28) + 2.4 * bell(z - deepFascia, 0.3);
}
