/**
 * The bit rate at which a bit-rate-bound H.264 encoder loses no more than the reference's x264 does (ultrafast, crf 23).
 * Measured: 516 x 288 at 30 frames a second needs 3 Mbit/s, that is 0.67 bits a pixel; larger pictures need less for each.
 * @param framesPerSecond of the source
 * @returns bits a second
 */
export function encodingRate(
  size: { readonly width: number; readonly height: number },
  framesPerSecond: number,
): number {
  const pixels = size.width * size.height;
  const bitsPerPixel = 0.673 * (pixels / (516 * 288)) ** -0.25;
  return Math.round(Math.max(200_000, bitsPerPixel * pixels * framesPerSecond));
}
