import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { RunConfig } from '../../domain/run/index.ts';
import type { Price } from '../cost.ts';
import type { RunForecast } from '../forecast.ts';
import type {
  ClipTransforms,
  Clipper,
  Clock,
  ModelProvider,
  ReplyCache,
  RunFeed,
  RunLocks,
  RunStore,
  SourceVideos,
} from '../ports.ts';

/** Everything that work on Runs needs from outside. */
export interface RunPorts {
  readonly store: RunStore;
  readonly locks: RunLocks;
  readonly feed: RunFeed;
  readonly clock: Clock;
  readonly sources: SourceVideos;
  readonly clipper: Clipper;
  readonly transforms: ClipTransforms;
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly replies?: ReplyCache;
  /** What a call may cost at the most. Absent, or where it cannot tell: one call at a time until the first has told. */
  readonly forecast?: (
    config: RunConfig,
    benchmark: Benchmark,
    price: Price | undefined,
    judgePrice: Price | undefined,
  ) => Pick<RunForecast, 'dearestCallUsd'> | undefined;
  /** Clips that are made at once. Default 2. */
  readonly clipsAtOnce?: number;
  /** Calls at once. Default 4. */
  readonly callsAtOnce?: number;
  /** Whether there is a network at all, as far as the browser can tell. Absent: nobody can. */
  readonly isOnline?: () => boolean;
  /** From 0 to under 1; for waits only, never for results. */
  readonly random: () => number;
  readonly newId: () => string;
}
