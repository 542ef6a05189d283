/** Keeps time for a page whose own timers the browser slows down. */
export interface Alarm {
  readonly id: number;
  readonly ms: number;
}

addEventListener('message', ({ data: { id, ms } }: MessageEvent<Alarm>) => {
  setTimeout(() => {
    postMessage(id);
  }, ms);
});
