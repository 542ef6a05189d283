/** What is worth encoding, and of what. */
export interface EncodedPicture {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** What the source itself spends, sound included; undefined where it is not known. */
  readonly sourceBitsPerSecond?: number | undefined;
  /** Of the source's area, from 0 to 1; 1 where it is not known. */
  readonly areaShare?: number;
}

/** For 516 x 288 pixels; larger pictures need less for each. */
const MOST_BITS_PER_PIXEL = 0.673;
const LEAST_BITS_PER_PIXEL = 0.3;
const TIMES_THE_SOURCE = 1.75;

/**
 * The rate at which a bit-rate-bound H.264 encoder loses no more than the reference's x264 does (ultrafast, crf 23).
 * Measured: 516 x 288 of noise at 30 frames a second need 3 Mbit/s, that is 0.67 bits a pixel; ultrasound is content with less than
 * half of it where the source, whose own losses need not be kept, is content with little. A region holds more of a
 * picture's movement than its share of the area, which the square root allows for.
 * @returns bits a second
 */
export function encodingRate(picture: EncodedPicture): number {
  const { width, height, framesPerSecond, sourceBitsPerSecond = Infinity, areaShare = 1 } = picture;
  const pixels = width * height;
  const scale = (pixels / (516 * 288)) ** -0.25 * pixels * framesPerSecond;
  const wanted = TIMES_THE_SOURCE * sourceBitsPerSecond * Math.sqrt(areaShare);
  const rate = Math.min(MOST_BITS_PER_PIXEL * scale, Math.max(LEAST_BITS_PER_PIXEL * scale, wanted));
  return Math.round(Math.max(200_000, rate));
}
