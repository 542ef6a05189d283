import type { PageUpdates, UpdateState } from '../app/index.ts';

const CHECK_EVERY_MS = 3_600_000;

/**
 * Keeps the site in the browser for use without a network, and tells when a newer version is ready.
 * @param address of the service worker; undefined where there is none, as on the development server
 */
export function createPageUpdates(address: string | undefined): PageUpdates {
  let state: UpdateState = 'current';
  let takeOver: (() => void) | undefined;
  let isOurs = false;
  const listeners = new Set<(state: UpdateState) => void>();
  const become = (next: UpdateState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };

  const begin = async (scriptAddress: string): Promise<void> => {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(scriptAddress);
    workbox.addEventListener('waiting', () => {
      takeOver = () => {
        workbox.messageSkipWaiting();
      };
      become('ready');
    });
    // On a first visit a service worker takes the page over that nothing served before: the same version.
    let isServed = navigator.serviceWorker.controller !== null;
    workbox.addEventListener('controlling', () => {
      if (isOurs) location.reload();
      else if (isServed) become('replaced');
      isServed = true;
    });
    await workbox.register();
    setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS);
  };

  if (address !== undefined && 'serviceWorker' in navigator) {
    // Without it everything works as before, save without a network: a private window, say, allows none.
    begin(address).catch(() => undefined);
  }

  return {
    watch(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    use() {
      isOurs = true;
      takeOver?.();
    },
  };
}
