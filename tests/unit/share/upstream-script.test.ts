import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { parseBenchmark } from '../../../src/domain/benchmark/index.ts';
import { buildReport, type Report, type Score } from '../../../src/domain/report/index.ts';
import { exportUpstream, groupUpstream, importUpstream } from '../../../src/share/index.ts';
import { sha256, sharedIsMissing, sharedJson } from '../shared-files.ts';

/** The authors' own evaluate_results.py, which is not ours to keep here: CONTRIBUTING says where it is found. */
const SCRIPT = process.env['UPSTREAM_SCRIPT'];
const TYPE_NAMES = {
  1: 'Type1_ActionGoalReasoning',
  2: 'Type2_ArtifactResolutionOptimization',
  3: 'Type3_ProcedureContextPlanning',
};
const BIN_NAMES = { 'under-5': '0-5s', '5-to-10': '5-10s', '10-to-20': '10-20s', '20-and-over': '>20s' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upstream-'));
  // The script imports the service's package before all else; nobody is judged here, so nobody is called.
  await mkdir(path.join(folder, 'packages/google/genai'), { recursive: true });
  await writeFile(path.join(folder, 'packages/google/__init__.py'), '');
  await writeFile(
    path.join(folder, 'packages/google/genai/__init__.py'),
    'class Client:\n  def __init__(self, **_): pass\n',
  );
  await writeFile(path.join(folder, 'packages/google/genai/types.py'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function evaluate(predictions: string, scores: string): Promise<string> {
  const options = {
    env: { ...process.env, PYTHONPATH: path.join(folder, 'packages'), GEMINI_API_KEY: 'nobody is called' },
    maxBuffer: 1e7,
  };
  const args = [SCRIPT!, '--pred_dir', predictions, '--output_dir', scores];
  const { stdout } = await promisify(execFile)('python3', args, options);
  return stdout.replace(/ +/g, ' ');
}

/** The lines that the script prints of these scores. */
function letterLines({ overall, byType, byDuration }: Report): readonly string[] {
  const percent = ({ allCounted }: Score) => `${(100 * allCounted.value).toFixed(1)}%`;
  const all = overall.multipleChoice!;
  const right = Math.round(all.allCounted.value * all.attemptCount);
  return [
    `MCQ Accuracy: ${right}/${all.attemptCount} (${percent(all)})`,
    ...byType.flatMap(({ type, multipleChoice: score }) =>
      score ? [`${TYPE_NAMES[type]} | ${score.attemptCount} | ${percent(score)}`] : [],
    ),
    ...byDuration.flatMap(({ bin, multipleChoice: score }) =>
      score ? [`${BIN_NAMES[bin]} | ${score.attemptCount} | ${percent(score)}`] : [],
    ),
  ];
}

function textLines({ overall, byType, byDuration, errorShares }: Report): readonly string[] {
  const mean = ({ allCounted }: Score) => `${allCounted.value.toFixed(2)} / 2.0`;
  const all = overall.freeResponse!;
  const { wrongConclusion, wrongVisualEvidence, bothFail } = errorShares!;
  const share = (name: string, { value }: { readonly value: number }) =>
    `${name} | ${Math.round(value * all.attemptCount)} | ${(100 * value).toFixed(1)}%`;
  return [
    `Free Response Avg Score: ${mean(all)}`,
    `Free Response Accuracy (Norm): ${(50 * all.allCounted.value).toFixed(1)}%`,
    ...byType.flatMap(({ type, freeResponse: score }) =>
      score ? [`${TYPE_NAMES[type]} | ${score.attemptCount} | ${mean(score)}`] : [],
    ),
    ...byDuration.flatMap(({ bin, freeResponse: score }) =>
      score ? [`${BIN_NAMES[bin]} | ${score.attemptCount} | ${mean(score)}`] : [],
    ),
    share('wrong_conclusion_only', wrongConclusion),
    share('wrong_visual_evidence_only', wrongVisualEvidence),
    share('wrong_both', bothFail),
  ];
}

describe.skipIf(sharedIsMissing || SCRIPT === undefined)('the authors’ own script', () => {
  test.each(['gemini-3-pro', 'qwen3.5-397b'])('prints our numbers of %s from our export', async (model) => {
    const origin = { kind: 'folder', name: 'benchmark' } as const;
    const { benchmark } = await parseBenchmark({ name: 'x', origin, files: sharedJson('benchmark') }, sha256);
    const { files } = groupUpstream(sharedJson('published')).find(({ name }) => name === model)!;
    const options = { id: 'imported', now: '2025-01-01T00:00:00.000Z', name: model };
    const { run, attempts } = importUpstream(benchmark!, files, options);
    const root = path.join(folder, model);
    for (const file of exportUpstream(benchmark!, run!, attempts)) {
      const target = path.join(root, file.path);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, file.text);
    }
    const report = buildReport(benchmark!, run!, attempts);

    const scored = await evaluate(path.join(root, 'pred/mcq'), path.join(root, 'scores/mcq'));
    // Into an empty folder it reads the letters itself.
    const read = await evaluate(path.join(root, 'pred/mcq'), path.join(root, 'read'));
    for (const line of letterLines(report)) {
      expect(scored).toContain(line);
      expect(read).toContain(line);
    }
    const texts = await evaluate(path.join(root, 'pred/free'), path.join(root, 'scores/free'));
    for (const line of textLines(report)) expect(texts).toContain(line);
  });
});
