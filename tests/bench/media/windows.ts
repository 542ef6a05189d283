import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { type ClipSpec, clipSpecFor } from '../../../src/app/index.ts';
import { keptQuestions, parseBenchmark } from '../../../src/domain/benchmark/index.ts';

/** Lengths and a region such as the benchmark's, for where the benchmark itself is not at hand. */
const USUAL_SECONDS = [2.1, 3.4, 4.7, 5.9, 7.2, 8.8, 10.5, 13.1, 17.6, 24.3];
const USUAL_ROI = { unit: 'proportion', x: 0.42, y: 0.3, width: 0.403125, height: 0.4 } as const;

/**
 * `count` windows with their regions, drawn from the benchmark in `folder` with a fixed seed, and moved into a source of
 * `sourceSeconds` where they lie after its end.
 */
export async function drawWindows(folder: string, count: number, sourceSeconds: number): Promise<readonly ClipSpec[]> {
  const generator = xoroshiro128plus(20_250_101);
  const draw = (below: number) => uniformInt(generator, 0, below - 1);
  if (!existsSync(folder)) {
    return Array.from({ length: count }, (_, index) => {
      const durationSeconds = USUAL_SECONDS[index % USUAL_SECONDS.length] ?? 5;
      const latest = Math.floor((sourceSeconds - durationSeconds) * 100);
      return { startSeconds: draw(latest) / 100, durationSeconds, roi: USUAL_ROI };
    });
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ path: file, text: readFileSync(path.join(folder, file), 'utf8') }));
  const origin = { kind: 'folder', name: 'benchmark' } as const;
  const { benchmark } = await parseBenchmark({ name: 'benchmark', origin, files }, async () => '');
  if (benchmark === undefined) throw new Error(`${folder} holds no benchmark`);
  const left = [...keptQuestions(benchmark)];
  return Array.from({ length: count }, () => {
    const [question] = left.splice(draw(left.length), 1);
    if (question === undefined) throw new Error('the benchmark has too few questions');
    const spec = clipSpecFor(benchmark, question, { name: 'source', offsetSeconds: 0 });
    const room = sourceSeconds - spec.durationSeconds;
    return { ...spec, startSeconds: Math.round((spec.startSeconds % room) * 1000) / 1000 };
  });
}
