/** A window in a source, and the last moment at which a frame still belongs to it. */
export interface FrameWindow {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** Seconds after the start: a frame at or after it is out. */
  readonly cutoffSeconds: number;
}

/**
 * Which frames `ffmpeg -ss START -i FILE -t DURATION -fps_mode passthrough` takes: from the first at or after START, those
 * whose time after START, rounded to the nearest frame of the nominal rate, lies before DURATION. A frame half a frame's
 * time past the end is thus still in, and one just before it may be out.
 * @param nominalFrameRate frames a second
 */
export function frameWindow(startSeconds: number, durationSeconds: number, nominalFrameRate: number): FrameWindow {
  // Microseconds are what ffmpeg reads times in.
  const duration = Math.round(durationSeconds * 1e6) / 1e6;
  // The guard takes away what multiplication adds to a whole number.
  const frames = Math.ceil(duration * nominalFrameRate - 1e-9);
  return {
    startSeconds: Math.round(startSeconds * 1e6) / 1e6,
    durationSeconds: duration,
    cutoffSeconds: (frames - 0.5) / nominalFrameRate,
  };
}

/**
 * The first tick after a window's start at which a frame is out. Rounded up: a tick just before the limit is still in, however
 * coarse the ticks are.
 */
export function cutoffTick({ cutoffSeconds }: FrameWindow, ticksPerSecond: number): number {
  // The guard takes away what division and multiplication add to a whole number.
  return Math.ceil(cutoffSeconds * ticksPerSecond - 1e-6);
}

/**
 * Which frames a window takes of those that a container lists. In ticks, as ffmpeg compares them: fractions of seconds miss
 * by a hair what lies right on a limit.
 * @param ticks when each frame is shown, ascending
 * @param startTick where the window begins
 */
export function ticksInWindow(
  ticks: readonly number[],
  window: FrameWindow,
  { startTick, ticksPerSecond }: { readonly startTick: number; readonly ticksPerSecond: number },
): readonly number[] {
  const first = ticks.find((tick) => tick >= startTick);
  if (first === undefined) return [];
  const cutoff = cutoffTick(window, ticksPerSecond);
  const duration = Math.round(window.durationSeconds * ticksPerSecond);
  return ticks.filter((tick) => tick >= startTick && tick - startTick < cutoff && tick - first < duration);
}
