import { mount } from 'svelte';

import {
  type Automation,
  type Clip,
  createAutomation,
  createConnectionTests,
  createRuns,
  type PickedFile,
  type Services,
} from './app/index.ts';
import { createBenchmarks, readPickedTexts } from './benchmark/index.ts';
import {
  createCachedClipper,
  createClipper,
  createClips,
  createClipTransforms,
  createFfmpegClipper,
  createSourceLibrary,
} from './media/index.ts';
import { createFileDoor, createRunFeed, createRunLocks, createWorkerClock } from './platform/index.ts';
import { createProviders, presets } from './providers/index.ts';
import { createRunExchange } from './share/index.ts';
import {
  createBenchmarkStore,
  createClipStore,
  createCredentials,
  createReplyCache,
  createRunStore,
  openDatabase,
} from './storage/index.ts';
import App from './ui/App.svelte';

declare global {
  interface Window {
    /** For scripts; see docs/automation.md. */
    sonoscore: Automation & {
      /** What a script has put into the hidden inputs `[data-automation=files]` and `[data-automation=folder]`. */
      takeFiles: () => readonly PickedFile[];
    };
  }
}

const site = document.baseURI;
const fetch = window.fetch.bind(window);
const database = openDatabase();
const sources = createSourceLibrary({ fetch, sampleBaseUrl: new URL('sample/', site).href });
const ffmpeg = createFfmpegClipper();
const clipper = createCachedClipper({ clipper: createClipper({ ffmpeg }), store: createClipStore(database) });
const transforms = createClipTransforms({ ffmpeg });
const providers = createProviders({ fetch });

const store = createRunStore(database);
const newId = () => crypto.randomUUID();

const services: Services = {
  benchmarks: createBenchmarks({ fetch, sampleBaseUrl: site, store: createBenchmarkStore(database) }),
  sources,
  clips: createClips({ sources, clipper }),
  runs: createRuns({
    store,
    locks: createRunLocks(),
    feed: createRunFeed(),
    clock: createWorkerClock(),
    sources,
    clipper,
    transforms,
    providers,
    replies: createReplyCache(database),
    random: Math.random,
    newId,
  }),
  modelPresets: presets,
  exchange: createRunExchange({ store, readTexts: readPickedTexts, newId, now: () => new Date() }),
  credentials: createCredentials(database),
  connectionTests: createConnectionTests({ providers, transforms, clip: sampleClip }),
};

/** So many seconds of the built-in sample: something real to show a model whose connection is tested. */
async function sampleClip(durationSeconds: number, signal: AbortSignal): Promise<Clip> {
  const { benchmark } = await services.benchmarks.loadSample(signal);
  const source = benchmark?.sourceVideos[0];
  const file = source && (await sources.find(source.key, source.videoKeys[0] ?? '', signal));
  if (file === undefined) throw new Error('The built-in sample has no source video.');
  return clipper.cut(file, { startSeconds: 0, durationSeconds, roi: undefined }, signal);
}

const files = createFileDoor('files', false);
const folder = createFileDoor('folder', true);
window.sonoscore = {
  ...createAutomation(services),
  takeFiles: () => [...files.take(), ...folder.take()],
};

const target = document.getElementById('app');
if (target !== null) mount(App, { target, props: { services } });
