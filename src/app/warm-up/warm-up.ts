import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { RunConfig } from '../../domain/run/index.ts';
import type { RunPorts } from '../run/index.ts';
import { planQuestions } from '../run/plan/plan-questions.ts';
import { clipWanted } from '../run/call/prepare-call.ts';
import { showsMedia } from '../run/call/shown-media.ts';

/** As many as a Run with four calls at once takes up at its start: those under way and those that lie ready. */
const FIRST_CLIPS = 8;
/** For a Run that has begun meanwhile to ask for the clips that are being cut. */
const GRACE_MS = 3_000;

interface WarmUpPorts extends Pick<RunPorts, 'sources' | 'clipper' | 'clock' | 'clipsAtOnce'> {
  /** Loads the clip engine where it is not there yet. */
  readonly startEngine: (signal: AbortSignal) => Promise<void>;
}

/**
 * Loads the clip engine and cuts the first clips of a Run that is still being chosen, so that its first calls need not wait.
 * Sources that lie elsewhere are not read. Never rejects: what cannot be cut is told by the Run.
 * @param signal aborts: nothing more is begun, and what nobody has asked for within some seconds ends
 */
export async function warmUp(
  config: RunConfig,
  benchmark: Benchmark,
  ports: WarmUpPorts,
  signal: AbortSignal,
): Promise<void> {
  if (!showsMedia(config)) return;
  const ending = new AbortController();
  const end = () => {
    ports.clock.sleep(GRACE_MS, new AbortController().signal).then(
      () => ending.abort(),
      () => ending.abort(),
    );
  };
  signal.addEventListener('abort', end, { once: true });
  const questions = planQuestions(config, benchmark).slice(0, FIRST_CLIPS).values();
  const cutInTurn = async () => {
    for (const question of questions) {
      if (signal.aborted) return;
      try {
        const source = await ports.sources.find(question.sourceKey, question.videoKey, ending.signal, benchmark);
        if (source === undefined || signal.aborted) continue;
        if (source.remote !== undefined) await ports.startEngine(ending.signal);
        else await ports.clipper.cut(source, clipWanted(config, benchmark, question, source), ending.signal);
      } catch {
        // The Run says what is wrong with it.
      }
    }
  };
  // Of half the cores: a reader is at work in the page.
  await Promise.all(Array.from({ length: Math.ceil((ports.clipsAtOnce ?? 2) / 2) }, cutInTurn));
  signal.removeEventListener('abort', end);
}
