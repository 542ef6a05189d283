import { BEAM_COUNT, SAMPLE_COUNT, beamPoint, type Probe } from './probe.ts';
import { normalTable } from './random.ts';
import type { Scatterers } from './scatterers.ts';

/** What tissue is like at one place, and which bit of tissue it is. Scenes write into one and the same object. */
export interface Echo {
  /** Tissue coordinates in mm: where this bit of tissue is at rest. */
  x: number;
  y: number;
  z: number;
  /** Diffuse scattering relative to liver (1). */
  scatter: number;
  /** Smooth reflection of an interface, relative to liver's scattering. */
  reflection: number;
  /** What the beam loses one way beyond what time gain compensation makes up for; below 0 in fluid. dB a mm. */
  lossDbPerMm: number;
}

/** A scene at one instant: fills `echo` for a place in front of the probe (mm). */
export type SceneAtInstant = (x: number, z: number, echo: Echo) => void;

export interface ReceiverSettings {
  readonly probe: Probe;
  readonly depthMm: number;
  readonly gainDb: number;
  /** Standard deviation of the pulse along the beam, mm. */
  readonly pulseMm: number;
  /** Standard deviation of the beam at its focus, in beams. */
  readonly beamWidth: number;
  readonly focusMm: number;
  /** Electronic noise relative to liver at the face, dB; time gain raises it by `noiseRiseDbPerMm`. */
  readonly noiseDb: number;
  readonly noiseRiseDbPerMm: number;
}

/** Echo strength in dB relative to liver, beam by beam, SAMPLE_COUNT values each. */
export type Envelope = Float32Array<ArrayBuffer>;

const NOISE_TABLE = normalTable(1 << 17, 4242);
const SILENCE_DB = -120;

/** Sends and receives every beam once: scattering, loss along the beam, blur by pulse and beam, noise, envelope in dB. */
export function receive(
  scene: SceneAtInstant,
  scatterers: Scatterers,
  settings: ReceiverSettings,
  frameNumber: number,
): Envelope {
  const { re, im } = echoField(scene, scatterers, settings);
  blurAlongBeams(re, settings);
  blurAlongBeams(im, settings);
  const envelope = new Float32Array(BEAM_COUNT * SAMPLE_COUNT);
  const sampleMm = settings.depthMm / SAMPLE_COUNT;
  for (let sample = 0; sample < SAMPLE_COUNT; sample++) {
    const depthMm = sample * sampleMm;
    const kernel = beamKernel(settings, depthMm);
    const noise = 10 ** ((settings.noiseDb + settings.noiseRiseDbPerMm * depthMm) / 20);
    for (let beam = 0; beam < BEAM_COUNT; beam++) {
      const at = beam * SAMPLE_COUNT + sample;
      const noiseAt = (at * 2 + frameNumber * 7919) % (NOISE_TABLE.length - 1);
      const real = acrossBeams(re, beam, sample, kernel) + noise * (NOISE_TABLE[noiseAt] ?? 0);
      const imaginary = acrossBeams(im, beam, sample, kernel) + noise * (NOISE_TABLE[noiseAt + 1] ?? 0);
      const power = real * real + imaginary * imaginary;
      envelope[at] = power > 0 ? 10 * Math.log10(power / 2) + settings.gainDb : SILENCE_DB;
    }
  }
  return envelope;
}

function echoField(scene: SceneAtInstant, scatterers: Scatterers, settings: ReceiverSettings) {
  const re = new Float32Array(BEAM_COUNT * SAMPLE_COUNT);
  const im = new Float32Array(BEAM_COUNT * SAMPLE_COUNT);
  const sampleMm = settings.depthMm / SAMPLE_COUNT;
  const point = { x: 0, z: 0 };
  const phasor = { re: 0, im: 0 };
  const echo: Echo = { x: 0, y: 0, z: 0, scatter: 0, reflection: 0, lossDbPerMm: 0 };
  for (let beam = 0; beam < BEAM_COUNT; beam++) {
    let lossDb = 0;
    for (let sample = 0; sample < SAMPLE_COUNT; sample++) {
      beamPoint(settings.probe, beam, sample * sampleMm, point);
      scene(point.x, point.z, echo);
      lossDb += 2 * echo.lossDbPerMm * sampleMm;
      scatterers.lookUp(echo.x, echo.y, echo.z, phasor);
      const arriving = 10 ** (-lossDb / 20);
      const at = beam * SAMPLE_COUNT + sample;
      // Interfaces are not quite smooth: a third of their echo is speckle.
      re[at] = arriving * (echo.scatter * phasor.re + echo.reflection * (1 + 0.3 * phasor.re));
      im[at] = arriving * (echo.scatter * phasor.im + echo.reflection * 0.3 * phasor.im);
    }
  }
  return { re, im };
}

function blurAlongBeams(field: Float32Array, settings: ReceiverSettings): void {
  const kernel = bellKernel((settings.pulseMm / settings.depthMm) * SAMPLE_COUNT);
  const reach = (kernel.length - 1) / 2;
  const line = new Float32Array(SAMPLE_COUNT);
  for (let start = 0; start < field.length; start += SAMPLE_COUNT) {
    line.set(field.subarray(start, start + SAMPLE_COUNT));
    for (let sample = 0; sample < SAMPLE_COUNT; sample++) {
      let sum = 0;
      for (let tap = -reach; tap <= reach; tap++) sum += (kernel[tap + reach] ?? 0) * (line[sample + tap] ?? 0);
      field[start + sample] = sum;
    }
  }
}

function beamKernel(settings: ReceiverSettings, depthMm: number): Float32Array {
  const away = (depthMm - settings.focusMm) / settings.depthMm;
  return bellKernel(settings.beamWidth * Math.sqrt(1 + 3 * away * away));
}

function acrossBeams(field: Float32Array, beam: number, sample: number, kernel: Float32Array): number {
  const reach = (kernel.length - 1) / 2;
  let sum = 0;
  for (let tap = -reach; tap <= reach; tap++) {
    const other = Math.min(BEAM_COUNT - 1, Math.max(0, beam + tap));
    sum += (kernel[tap + reach] ?? 0) * (field[other * SAMPLE_COUNT + sample] ?? 0);
  }
  return sum;
}

/** A bell whose squares sum to 1, so that blurred scattering keeps its power. */
function bellKernel(deviation: number): Float32Array {
  const reach = Math.max(1, Math.ceil(deviation * 2.5));
  const kernel = new Float32Array(2 * reach + 1);
  let power = 0;
  for (let tap = -reach; tap <= reach; tap++) {
    const weight = Math.exp(-(tap * tap) / (2 * deviation * deviation));
    kernel[tap + reach] = weight;
    power += weight * weight;
  }
  return kernel.map((weight) => weight / Math.sqrt(power));
}
