/** A package whose code reaches the browser, as its own package.json declares it. */
export interface Notice {
  readonly name: string;
  readonly licence: string;
  readonly url: string;
  readonly use: string;
}

/** The runtime packages; a test holds this list against package.json. */
export const NOTICES: readonly Notice[] = [
  {
    name: '@ffmpeg/core',
    licence: 'GPL-2.0-or-later',
    url: 'https://github.com/ffmpegwasm/ffmpeg.wasm',
    use: 'FFmpeg and x264 as WebAssembly: cuts the clips',
  },
  {
    name: '@ffmpeg/ffmpeg',
    licence: 'MIT',
    url: 'https://github.com/ffmpegwasm/ffmpeg.wasm',
    use: 'runs FFmpeg in a worker',
  },
  {
    name: '@observablehq/plot',
    licence: 'ISC',
    url: 'https://github.com/observablehq/plot',
    use: 'draws the plots',
  },
  {
    name: '@stdlib/stats-base-dists-beta-quantile',
    licence: 'Apache-2.0',
    url: 'https://github.com/stdlib-js/stats-base-dists-beta-quantile',
    use: 'intervals',
  },
  {
    name: '@stdlib/stats-base-dists-binomial-cdf',
    licence: 'Apache-2.0',
    url: 'https://github.com/stdlib-js/stats-base-dists-binomial-cdf',
    use: 'exact tests',
  },
  {
    name: '@stdlib/stats-base-dists-t-cdf',
    licence: 'Apache-2.0',
    url: 'https://github.com/stdlib-js/stats-base-dists-t-cdf',
    use: 'tests of differences',
  },
  {
    name: '@stdlib/stats-base-dists-t-quantile',
    licence: 'Apache-2.0',
    url: 'https://github.com/stdlib-js/stats-base-dists-t-quantile',
    use: 'intervals',
  },
  {
    name: '@trystero-p2p/core',
    licence: 'MIT',
    url: 'https://github.com/dmotz/trystero',
    use: 'connects phones and the teacher’s page in class',
  },
  {
    name: '@trystero-p2p/nostr',
    licence: 'MIT',
    url: 'https://github.com/dmotz/trystero',
    use: 'signs the greetings by which they find each other',
  },
  {
    name: '@wuchale/svelte',
    licence: 'MIT',
    url: 'https://github.com/wuchalejs/wuchale',
    use: 'puts links and the like into translated sentences',
  },
  {
    name: '@zip.js/zip.js',
    licence: 'BSD-3-Clause',
    url: 'https://github.com/gildas-lormeau/zip.js',
    use: 'reads zip archives',
  },
  {
    name: 'bits-ui',
    licence: 'MIT',
    url: 'https://github.com/huntabyte/bits-ui',
    use: 'tabs, with their keys and roles',
  },
  {
    name: 'dicom-parser',
    licence: 'MIT',
    url: 'https://github.com/cornerstonejs/dicomParser',
    use: 'reads ultrasound loops in DICOM files',
  },
  {
    name: 'idb-keyval',
    licence: 'Apache-2.0',
    url: 'https://github.com/jakearchibald/idb-keyval',
    use: 'keeps runs in this browser',
  },
  { name: 'mediabunny', licence: 'MPL-2.0', url: 'https://github.com/Vanilagy/mediabunny', use: 'reads video files' },
  { name: 'pure-rand', licence: 'MIT', url: 'https://github.com/dubzzz/pure-rand', use: 'chance that repeats' },
  { name: 'svelte', licence: 'MIT', url: 'https://github.com/sveltejs/svelte', use: 'the pages' },
  { name: 'uqr', licence: 'MIT', url: 'https://github.com/unjs/uqr', use: 'draws QR codes' },
  {
    name: 'valibot',
    licence: 'MIT',
    url: 'https://github.com/open-circle/valibot',
    use: 'checks what comes from outside',
  },
  { name: 'virtua', licence: 'MIT', url: 'https://github.com/inokawa/virtua', use: 'long lists' },
  {
    name: 'workbox-precaching',
    licence: 'MIT',
    url: 'https://github.com/googlechrome/workbox',
    use: 'keeps the page for use without a network',
  },
  {
    name: 'workbox-window',
    licence: 'MIT',
    url: 'https://github.com/googlechrome/workbox',
    use: 'tells when a new version of the page is ready',
  },
];
