/**
 * Resolves after `ms`, by the page's own timers: for short waits between two tries. A wait that must go on in a background tab
 * takes a Clock.
 * @throws {unknown} the signal's reason when it aborts
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
