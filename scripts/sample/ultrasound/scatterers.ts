import { normalTable } from './random.ts';

const LATERAL = 128;
const ELEVATION = 64;
const DEPTH = 256;

/** A sum of many small echoes at one place: real and imaginary part. */
export interface Phasor {
  re: number;
  im: number;
}

/**
 * The fine structure of tissue: random complex scattering that stays with the tissue while it moves, which is what makes
 * speckle move with it. Looked up at tissue coordinates in mm; repeats after some centimetres.
 */
export class Scatterers {
  readonly #re: Float32Array;
  readonly #im: Float32Array;
  readonly #lateralStepMm: number;
  readonly #depthStepMm: number;

  /** @param lateralStepMm distance of independent scatterers; below the beam's width */
  constructor(seed: number, lateralStepMm: number, depthStepMm: number) {
    this.#re = normalTable(LATERAL * ELEVATION * DEPTH, seed);
    this.#im = normalTable(LATERAL * ELEVATION * DEPTH, seed + 1);
    this.#lateralStepMm = lateralStepMm;
    this.#depthStepMm = depthStepMm;
  }

  /** Writes the scattering at a place into `out`; its mean power is 2 everywhere. */
  lookUp(xMm: number, yMm: number, zMm: number, out: Phasor): void {
    const x = xMm / this.#lateralStepMm;
    const y = yMm / this.#lateralStepMm;
    const z = zMm / this.#depthStepMm;
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    const z0 = Math.floor(z);
    let re = 0;
    let im = 0;
    let power = 0;
    for (let corner = 0; corner < 8; corner++) {
      const dx = corner & 1;
      const dy = (corner >> 1) & 1;
      const dz = corner >> 2;
      const weight =
        (dx === 1 ? x - x0 : 1 - x + x0) * (dy === 1 ? y - y0 : 1 - y + y0) * (dz === 1 ? z - z0 : 1 - z + z0);
      if (weight === 0) continue;
      const at =
        (((x0 + dx) & (LATERAL - 1)) * ELEVATION + ((y0 + dy) & (ELEVATION - 1))) * DEPTH + ((z0 + dz) & (DEPTH - 1));
      re += weight * (this.#re[at] ?? 0);
      im += weight * (this.#im[at] ?? 0);
      power += weight * weight;
    }
    // Between lattice points interpolation would average the scattering away; dividing keeps its power even.
    const scale = 1 / Math.sqrt(power);
    out.re = re * scale;
    out.im = im * scale;
  }
}
