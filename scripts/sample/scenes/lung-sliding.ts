import type { Echo, SceneAtInstant } from '../ultrasound/receiver.ts';
import { bell, mix, smoothNoise, smoothStep, threads } from '../ultrasound/texture.ts';
import type { Scene } from './scene.ts';

const RIB_SPACING_MM = 33;
const RIB = { z: 17.5, radius: 6.4 };
const PLEURA_MM = 21.5;
/** West of this the lung slides under the chest wall; in the next space it does not. */
const SLIDING_ENDS_MM = RIB_SPACING_MM / 2;

/** Front of the chest: the lung slides in the first rib space; then the probe moves to the next, where nothing slides. */
export const lungSliding: Scene = {
  key: 'chest_pleura',
  title: 'ANTERIOR CHEST',
  probe: { kind: 'linear', widthMm: 42 },
  durationSeconds: 18,
  seed: 71,
  quality: 30,
  controlsAt: () => ({ depthMm: 58, gainDb: 0 }),
  at: sceneAt,
};

function sceneAt(seconds: number): SceneAtInstant {
  const probeMm = RIB_SPACING_MM * smoothStep(8.2, 10, seconds);
  const breath = Math.sin((2 * Math.PI * seconds) / 3.4);
  return (across, z, echo) => {
    const x = across + probeMm;
    // The chest wall itself rises a little with every breath, in both places.
    const tissueZ = z - 0.35 * breath * smoothStep(2, 14, z);
    echo.y = 0;
    if (tissueZ < PLEURA_MM) {
      echo.x = x;
      echo.z = tissueZ;
      paintChestWall(x, tissueZ, echo);
    } else {
      const lungX = x < SLIDING_ENDS_MM ? x - 6.5 * breath : x;
      echo.x = lungX;
      echo.z = tissueZ;
      paintLung(lungX, tissueZ - PLEURA_MM, echo);
    }
    const lungX = x < SLIDING_ENDS_MM ? x - 6.5 * breath : x;
    echo.reflection += (4.2 + 1.9 * smoothNoise(lungX / 1.4, 40)) * bell(tissueZ - PLEURA_MM, 0.42);
    paintRib(x, tissueZ, echo);
  };
}

function paintChestWall(x: number, z: number, echo: Echo): void {
  const fascia = 8.5 + 0.6 * smoothNoise(x / 14, 5);
  echo.lossDbPerMm = 0.06;
  echo.reflection = 2.6 * bell(z - fascia, 0.35);
  if (z < 1.7) {
    echo.scatter = 2.1;
    echo.reflection += 2 * bell(z - 1.3, 0.35);
  } else if (z < fascia) {
    echo.scatter = 0.5 + 0.13 * smoothNoise(x / 3, z / 1.8);
    echo.reflection += 1.2 * threads(x / 12, z / 2, 8);
  } else {
    echo.scatter = 0.36 + 0.12 * smoothNoise(x / 5, z / 1.5);
    echo.reflection += threads(x / 18, z / 1.7 + x / 60, 7);
  }
}

/** Air returns everything: what is seen below the pleura is haze and repeated echoes of the line. */
function paintLung(lungX: number, below: number, echo: Echo): void {
  const fading = Math.exp(-below / 19);
  echo.lossDbPerMm = 0;
  echo.scatter = 0.44 * fading * (1 + 0.35 * smoothNoise(lungX / 1.6, below / 7));
  echo.reflection = 0.9 * bell(below - PLEURA_MM, 0.7);
  // Short comet tails hang on the lung's surface and go along with it.
  const tail = smoothStep(1.15, 1.7, smoothNoise(lungX / 2.1, 12));
  echo.scatter += 1.5 * tail * Math.exp(-below / 7);
}

function paintRib(x: number, z: number, echo: Echo): void {
  const offset = x - RIB_SPACING_MM / 2;
  const nearest = offset - RIB_SPACING_MM * Math.round(offset / RIB_SPACING_MM);
  const outside = Math.hypot(nearest, (z - RIB.z) * 1.25) - RIB.radius;
  if (outside < 0) {
    echo.scatter = mix(0.7, 0.2, smoothStep(0, -2, outside));
    echo.reflection = 0;
    echo.lossDbPerMm = 2.2;
  }
  const top = z < RIB.z ? ((RIB.z - z) / RIB.radius) ** 2 : 0;
  echo.reflection += 5.5 * top * bell(outside, 0.5);
}
