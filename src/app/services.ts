import type { Benchmark } from '../domain/benchmark/index.ts';
import type { NewPeopleRun } from '../domain/classroom/index.ts';
import type { RunConfig } from '../domain/run/index.ts';
import type { ClassNetwork } from './class-network.ts';
import type { Price } from './cost.ts';
import type { RunForecast } from './forecast.ts';
import type { AuditStore, ClassroomStore, CorrectionStore, Credentials, UnreadableRuns } from './ports.ts';
import type { Benchmarks, PublicRepository } from './services/benchmark-services.ts';
import type { Permalinks, RemoteFiles, RunExchange } from './services/exchange-services.ts';
import type { Clips, ConnectionTests, ModelPreset } from './services/model-services.ts';
import type { EndSignals, PageUpdates, RelaySetting, StorageKeeping } from './services/page-services.ts';
import type { Batches, Runs } from './services/run-services.ts';
import type { SourceDesk, SourceLibrary, VideoLooks } from './services/source-services.ts';

export type * from './services/benchmark-services.ts';
export type * from './services/exchange-services.ts';
export type * from './services/model-services.ts';
export type * from './services/page-services.ts';
export type * from './services/run-services.ts';
export type * from './services/source-services.ts';

/** What a classroom keeps: Decks, classes, and what people answered as Runs. */
export interface Classroom extends ClassroomStore {
  /** Keeps Runs of people; one that is kept already is replaced, but for what judges and persons have added to its answers. */
  keepRuns(runs: readonly NewPeopleRun[], benchmark: Benchmark): Promise<void>;
}

/** Everything a page may ask for. Built once, in main.ts. */
export interface Services {
  readonly benchmarks: Benchmarks;
  readonly sources: SourceLibrary;
  readonly runs: Runs;
  readonly clips: Clips;
  /** Endpoints that the setup page offers; without it, any OpenAI-compatible one by its address. */
  readonly modelPresets?: readonly ModelPreset[];
  /** Absent where connections cannot be tested; the page then offers no test. */
  readonly connectionTests?: ConnectionTests;
  /** Gets ready for a Run that is still being chosen; absent where nothing can be got ready. Never rejects. */
  readonly warmUp?: (config: RunConfig, benchmark: Benchmark, signal: AbortSignal) => Promise<void>;
  /** What a Run will take; absent where nobody can tell. */
  readonly forecast?: (
    config: RunConfig,
    benchmark: Benchmark,
    price: Price | undefined,
    judgePrice?: Price,
  ) => RunForecast | undefined;
  /** What is held for the source videos; absent where nothing can be held. */
  readonly desk?: SourceDesk;
  readonly looks?: VideoLooks;
  readonly corrections?: CorrectionStore;
  readonly storage?: StorageKeeping;
  readonly exchange?: RunExchange;
  readonly batches?: Batches;
  /** Absent where audits cannot be kept. */
  readonly audits?: AuditStore;
  /** Absent where nothing of a classroom can be kept. */
  readonly classroom?: Classroom;
  /** Absent where browsers cannot be connected with each other. */
  readonly classNetwork?: ClassNetwork;
  /** Absent where every stored Run and Attempt can be read. */
  readonly unreadableRuns?: UnreadableRuns;
  /** Absent where the page is to fetch nothing from elsewhere. */
  readonly repository?: PublicRepository;
  readonly permalinks?: Permalinks;
  /** Absent where nothing is to be fetched from elsewhere. */
  readonly remoteFiles?: RemoteFiles;
  readonly relay?: RelaySetting;
  /** Absent where the end of a Run is shown on the page only. */
  readonly signals?: EndSignals;
  /** Absent where keys cannot be remembered. */
  readonly credentials?: Credentials;
  readonly updates?: PageUpdates;
}
