/** What a page tells a waiting service worker so that it takes over. */
export const USE_NOW = 'use-now';
