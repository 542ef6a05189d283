import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the built site, put in by the build. */
declare const SITE_FILES: PrecacheEntry[];

// The site is kept whole: after one visit a page opens, cuts and scores without a network. Requests to other places, models among
// them, are never touched.
precacheAndRoute(SITE_FILES);
cleanupOutdatedCaches();

// A first visit is served from here at once. A newer version waits until a page says so, or until the last page is closed: files
// never change under a run.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  // What workbox-window's messageSkipWaiting sends.
  const isForUs = typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
  if (isForUs) event.waitUntil(self.skipWaiting());
});
