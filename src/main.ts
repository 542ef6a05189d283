import { mount } from 'svelte';

import {
  type Automation,
  type Clip,
  createAutomation,
  createRuns,
  forecastRun,
  type RunExchange,
  type RunPorts,
  type Permalinks,
  type PickedFile,
  type RelaySetting,
  type Services,
} from './app/index.ts';
import { createBenchmarks, createRepository, readPickedTexts } from './benchmark/index.ts';
import {
  createCachedClipper,
  createClips,
  createEnginesOnDemand,
  createSourceDesk,
  createSourceLibrary,
  createVideoLooks,
} from './media/index.ts';
import {
  createEndSignals,
  createFileDoor,
  createPageUpdates,
  createRunFeed,
  createRunLocks,
  createStorageKeeping,
  createWorkerClock,
  savesData,
  trustOwnScripts,
} from './platform/index.ts';
import {
  batchBody,
  createProviders,
  fetchThroughRelay,
  forecastTokens,
  presets,
  readChatReply,
} from './providers/index.ts';
import {
  createAuditStore,
  createBenchmarkStore,
  createClassroomStore,
  createClipStore,
  createCorrectionStore,
  createCredentials,
  createReplyCache,
  createRunStore,
  createSourcePlaceStore,
  createUnreadableRuns,
  openDatabase,
} from './storage/index.ts';
import { createClassNetwork } from './rooms/index.ts';
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

trustOwnScripts();

const site = document.baseURI;
const fetch = window.fetch.bind(window);
const database = openDatabase();
const engines = createEnginesOnDemand();
const clipStore = createClipStore(database);
/** Room for the clips of the whole benchmark: a run of another model over them must not find the first ones gone. */
const CLIP_CACHE_BYTES = 2 * 1024 ** 3;
const clipper = createCachedClipper({
  clipper: engines.clipper,
  store: clipStore,
  maxBytes: CLIP_CACHE_BYTES,
});
const { transforms } = engines;
let relayAddress: string | undefined;
const relay: RelaySetting = {
  address: () => relayAddress,
  use: (address) => {
    relayAddress = address;
  },
};
const places = createSourcePlaceStore(database);
const sources = createSourceLibrary({
  fetch,
  sampleBaseUrl: new URL('sample/', site).href,
  places,
  relay: relay.address,
});
const providers = createProviders({ fetch: fetchThroughRelay(fetch, relay.address) });

const store = createRunStore(database);
const audits = createAuditStore(database);
const benchmarkStore = createBenchmarkStore(database);
const newId = () => crypto.randomUUID();

const forecast: Services['forecast'] = (config, benchmark, price, judgePrice) =>
  forecastRun(config, benchmark, { model: price, judge: judgePrice }, { providers, tokensOf: forecastTokens });

const runPorts: RunPorts = {
  store,
  locks: createRunLocks(),
  feed: createRunFeed(),
  clock: createWorkerClock(),
  sources,
  clipper,
  transforms,
  // Cutting is what a run of many cores would wait for otherwise.
  clipsAtOnce: Math.max(2, Math.min(navigator.hardwareConcurrency, 4)),
  providers,
  replies: createReplyCache(database),
  forecast,
  isOnline: () => navigator.onLine,
  random: Math.random,
  newId,
};
const runs = createRuns(runPorts);

const services: Services = {
  benchmarks: createBenchmarks({ fetch, sampleBaseUrl: site, store: benchmarkStore }),
  repository: createRepository({ fetch }),
  sources,
  desk: createSourceDesk({ library: sources, places, newId }),
  looks: createVideoLooks({ library: sources, fetch, ffmpeg: engines.ffmpeg, clipper, transforms }),
  corrections: createCorrectionStore(database),
  clips: createClips({ sources, clipper }),
  runs,
  modelPresets: presets,
  exchange: {
    export: async (...call) => (await exchange()).export(...call),
    exportAudit: async (...call) => (await exchange()).exportAudit(...call),
    import: async (...call) => (await exchange()).import(...call),
  },
  batches: {
    size: async (config, benchmark) => (await import('./app/batch/index.ts')).batchSize(config, benchmark, providers),
    async write(config, benchmark, signal, onProgress) {
      const { batchName, writeBatch } = await import('./app/batch/index.ts');
      const ports = { ...runPorts, chatBody: batchBody };
      const written = await writeBatch(config, benchmark, ports, signal, onProgress);
      return { ...written, name: batchName(written.run) };
    },
    async waiting(config, benchmark) {
      return (await import('./app/batch/index.ts')).waitingCalls(config, benchmark, runPorts.store);
    },
  },
  remoteFiles: {
    fetch: async (...call) => {
      const { createRemoteFiles } = await import('./share/index.ts');
      return createRemoteFiles({ fetch }).fetch(...call);
    },
  },
  audits,
  classroom: {
    ...createClassroomStore(database),
    async keepRuns(made, benchmark) {
      const { keepPeopleRuns } = await import('./app/classroom/index.ts');
      await keepPeopleRuns(made, benchmark, { store, audits });
    },
  },
  classNetwork: createClassNetwork(),
  unreadableRuns: createUnreadableRuns(database),
  permalinks: {
    write: async (...call) => (await permalinks()).write(...call),
    read: async (payload) => (await permalinks()).read(payload),
  },
  forecast,
  async warmUp(config, benchmark, signal) {
    if (savesData()) return;
    const { warmUp } = await import('./app/warm-up/index.ts');
    await warmUp(config, benchmark, { ...runPorts, startEngine: engines.start }, signal);
  },
  storage: createStorageKeeping({ runs: store, clips: clipStore, benchmarks: benchmarkStore }),
  credentials: createCredentials(database),
  relay,
  signals: createEndSignals(),
  connectionTests: {
    test: async (...call) => {
      const { createConnectionTests } = await import('./app/doctor/index.ts');
      return createConnectionTests({ providers, transforms, clip: sampleClip }).test(...call);
    },
  },
  updates: createPageUpdates(import.meta.env.PROD ? new URL('sw.js', site).href : undefined),
};

/** Fetched when somebody takes a run in or out: the first page has no use for it. */
async function exchange(): Promise<RunExchange> {
  const { createRunExchange } = await import('./share/index.ts');
  const findBenchmark = (digest: string) => benchmarkStore.kept(digest);
  return createRunExchange({
    store,
    audits,
    current: services.runs.load,
    readTexts: readPickedTexts,
    findBenchmark,
    async readBatch(files, signal) {
      const { readBatch } = await import('./app/batch/index.ts');
      return readBatch(files, { store, runs, findBenchmark, readChatReply }, signal);
    },
    newId,
    now: () => new Date(),
  });
}

async function permalinks(): Promise<Permalinks> {
  const { createPermalinks } = await import('./share/permalink/index.ts');
  return createPermalinks({ store });
}

/** So many seconds of the built-in sample: something real to show a model whose connection is tested. */
async function sampleClip(durationSeconds: number, signal: AbortSignal): Promise<Clip> {
  const { benchmark } = await services.benchmarks.loadSample(signal);
  const source = benchmark?.sourceVideos[0];
  const file = source && (await sources.find(source.key, source.videoKeys[0] ?? '', signal, benchmark));
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
