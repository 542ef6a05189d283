export interface FrameChoice {
  readonly framesPerSecond: number;
  /** Undefined: no limit. */
  readonly maxFrames?: number | undefined;
}

/**
 * Which frames stand for a clip: at each step of `framesPerSecond` the one that is then shown, and the last; when these are
 * more than `maxFrames`, so many spread evenly over the clip. The first and the last are always among them, unless only one
 * is allowed.
 * @param frameSeconds the times of all frames, ascending
 * @returns indices, ascending, and the rate that they really have
 */
export function chooseFrames(
  frameSeconds: readonly number[],
  { framesPerSecond, maxFrames = Infinity }: FrameChoice,
): { readonly indices: readonly number[]; readonly framesPerSecond: number } {
  const last = frameSeconds.length - 1;
  const first = frameSeconds[0];
  const end = frameSeconds[last];
  if (first === undefined || end === undefined) return { indices: [], framesPerSecond };
  const indices: number[] = [];
  let index = 0;
  for (let step = 0; ; step += 1) {
    const time = first + step / framesPerSecond;
    // A hair of tolerance: times are sums of fractions.
    while (index < last && (frameSeconds[index + 1] ?? Infinity) <= time + 1e-6) index += 1;
    if (indices.at(-1) !== index) indices.push(index);
    if (time >= end || index === last) break;
  }
  if (indices.at(-1) !== last) indices.push(last);
  if (indices.length <= maxFrames) return { indices, framesPerSecond };
  const count = Math.max(1, Math.floor(maxFrames));
  if (count === 1) return { indices: [0], framesPerSecond };
  return {
    indices: Array.from({ length: count }, (_, place) => Math.round((place * last) / (count - 1))),
    framesPerSecond: end > first ? (count - 1) / (end - first) : framesPerSecond,
  };
}
