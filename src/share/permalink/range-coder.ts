/**
 * An adaptive binary range coder: each bit costs what its context says that it is surprising. Integers only, so that every
 * browser reads what any other wrote. After G. N. N. Martin, "Range encoding" (1979), in the carry-less form with two bounds.
 */

const TOP = 2 ** 24;
const ALL = 2 ** 32;
/** Probabilities are in 65,536ths. */
const ONE = 2 ** 16;
/** Over it counts are halved, so that what came last weighs more. */
const MOST_COUNTED = 512;

/** How often each bit came in each context, with half a count for either to begin with (Krichevsky and Trofimov 1981). */
class Contexts {
  readonly #counts = new Map<string, [zeros: number, ones: number]>();

  /** The chance of a 1. */
  chance(context: string): number {
    const [zeros, ones] = this.#counts.get(context) ?? [0, 0];
    const chance = Math.floor(((2 * ones + 1) * ONE) / (2 * (zeros + ones) + 2));
    return Math.min(ONE - 32, Math.max(32, chance));
  }

  saw(context: string, bit: boolean): void {
    const counts = this.#counts.get(context) ?? [0, 0];
    counts[bit ? 1 : 0] += 1;
    const [zeros, ones] = counts;
    this.#counts.set(context, zeros + ones > MOST_COUNTED ? [Math.floor(zeros / 2), Math.floor(ones / 2)] : counts);
  }
}

function middle(low: number, high: number, chance: number): number {
  const range = high - low;
  return low + Math.floor(range / ONE) * chance + Math.floor(((range % ONE) * chance) / ONE);
}

/** Takes bits with their contexts. */
export class BitWriter {
  readonly #contexts = new Contexts();
  readonly #bytes: number[] = [];
  #low = 0;
  #high = ALL - 1;

  bit(context: string, bit: boolean): void {
    this.#put(this.#contexts.chance(context), bit);
    this.#contexts.saw(context, bit);
  }

  /** A whole number as so many bits, each as likely as not. */
  plain(value: number, bitCount: number): void {
    for (let place = bitCount - 1; place >= 0; place -= 1) this.#put(ONE / 2, Math.floor(value / 2 ** place) % 2 === 1);
  }

  /** What was written, with as few bytes at its end as tell it apart. */
  finish(): Uint8Array<ArrayBuffer> {
    for (let count = 1; count <= 4; count += 1) {
      const step = 2 ** (32 - 8 * count);
      const value = Math.ceil(this.#low / step) * step;
      if (value > this.#high) continue;
      for (let place = 0; place < count; place += 1) this.#bytes.push(Math.floor(value / 2 ** (24 - 8 * place)) % 256);
      break;
    }
    return new Uint8Array(this.#bytes);
  }

  #put(chance: number, bit: boolean): void {
    const mid = middle(this.#low, this.#high, chance);
    if (bit) this.#high = mid;
    else this.#low = mid + 1;
    while (Math.floor(this.#low / TOP) === Math.floor(this.#high / TOP)) {
      this.#bytes.push(Math.floor(this.#high / TOP));
      this.#low = (this.#low % TOP) * 256;
      this.#high = (this.#high % TOP) * 256 + 255;
    }
  }
}

/** Gives bits back in the same contexts. Past the end come zeros, as the writer left them out. */
export class BitReader {
  readonly #contexts = new Contexts();
  readonly #bytes: Uint8Array;
  #at = 0;
  #low = 0;
  #high = ALL - 1;
  #value = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let count = 0; count < 4; count += 1) this.#value = this.#value * 256 + this.#next();
  }

  /** Whether more was read than can have been written. */
  get isSpent(): boolean {
    return this.#at > this.#bytes.length + 4;
  }

  bit(context: string): boolean {
    const bit = this.#take(this.#contexts.chance(context));
    this.#contexts.saw(context, bit);
    return bit;
  }

  plain(bitCount: number): number {
    let value = 0;
    for (let place = 0; place < bitCount; place += 1) value = value * 2 + (this.#take(ONE / 2) ? 1 : 0);
    return value;
  }

  #take(chance: number): boolean {
    const mid = middle(this.#low, this.#high, chance);
    const bit = this.#value <= mid;
    if (bit) this.#high = mid;
    else this.#low = mid + 1;
    while (Math.floor(this.#low / TOP) === Math.floor(this.#high / TOP)) {
      this.#low = (this.#low % TOP) * 256;
      this.#high = (this.#high % TOP) * 256 + 255;
      this.#value = (this.#value % TOP) * 256 + this.#next();
    }
    return bit;
  }

  #next(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
}
