import { expect, test } from 'vitest';

import { createRuns, type ModelRequest } from '../../../src/app/index.ts';
import type { Override, RunConfig } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion, aReply, aRunConfig } from '../builders.ts';
import { aWorld, MemoryBrowser, MemoryStore, type World } from './memory-ports.ts';

const first = aFreeQuestion({ number: 1 });
const second = aFreeQuestion({ number: 2, videoKey: 'other_vein' });
const choice = aQuestion();
const benchmark = aBenchmark([first, second, choice]);
const judge: RunConfig['judge'] = {
  model: {
    kind: 'provider',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9',
    modelId: 'judge',
    parameters: {},
  },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
};
const verdict = JSON.stringify({ score: 0, error_type: 'both_fail', explanation: 'No.' });
const answers = (request: ModelRequest) =>
  Promise.resolve(aReply(request.modelId === 'judge' ? verdict : 'It gives way.'));
const person: Override = { score: 2, errorType: 'none', note: 'It does.', at: '2026-01-01T10:00:00.000Z' };
const key = { questionId: first.id, epoch: 0 };

async function finished(world: World) {
  const runs = createRuns(world.ports);
  const { id } = await runs.start(aRunConfig({ judge }), benchmark, { key: 'k' });
  await expect.poll(() => world.browser.held.has(id)).toBe(false);
  const attempt = () => world.store.attempts.get(JSON.stringify([id, first.id, 0]));
  return { runs, id, attempt };
}

test('a person’s score stands before the judge’s, is stored, and comes off again', async () => {
  const { runs, id, attempt } = await finished(aWorld({ ask: answers }));
  const [changed] = await runs.override(id, benchmark, [{ ...key, override: person }]);
  expect(changed).toEqual(attempt());
  expect(attempt()).toMatchObject({ state: { outcome: 'correct' }, override: person, verdict: { score: 0 } });
  // Scoring anew leaves it, and so does going on.
  expect(await runs.rescore(id, benchmark)).toBe(0);
  await runs.override(id, benchmark, [{ ...key, override: undefined }]);
  expect(attempt()).toMatchObject({ state: { outcome: 'incorrect' }, verdict: { score: 0 } });
  expect(attempt()).not.toHaveProperty('override');
});

test('a note is kept beside any answer, changes no score, and comes off again', async () => {
  const world = aWorld({ ask: answers });
  const { runs, id } = await finished(world);
  const beside = { questionId: choice.id, epoch: 0 };
  const attempt = () => world.store.attempts.get(JSON.stringify([id, choice.id, 0]));
  const before = attempt()?.state;
  const note = { text: 'The probe moves here.', at: '2026-01-01T10:00:00.000Z' };
  await runs.override(id, benchmark, [{ ...beside, note }]);
  expect(attempt()).toMatchObject({ note, state: before });
  await runs.rescore(id, benchmark);
  expect(attempt()?.note).toEqual(note);
  await runs.override(id, benchmark, [{ ...beside, note: undefined }]);
  expect(attempt()?.note).toBeUndefined();
});

test('where one of several cannot be scored, none is', async () => {
  const { runs, id, attempt } = await finished(aWorld({ ask: answers }));
  const changes = [
    { ...key, override: person },
    { questionId: choice.id, epoch: 0, override: person },
  ];
  await expect(runs.override(id, benchmark, changes)).rejects.toThrow(/no text/);
  expect(attempt()).not.toHaveProperty('override');
  const another = aBenchmark([first], { digest: '1'.repeat(64), name: 'Another' });
  await expect(runs.override(id, another, changes)).rejects.toThrow(/another benchmark/);
});

test('a judge of a copy scores what a person has scored too, and the person’s score stands', async () => {
  const world = aWorld({ ask: answers });
  const { runs, id } = await finished(world);
  await runs.override(id, benchmark, [{ ...key, override: person }]);
  const again = await runs.rejudge(id, benchmark, { ...judge, strict: true }, { key: undefined });
  await expect.poll(() => world.browser.held.has(again.id)).toBe(false);
  const copy = world.store.attempts.get(JSON.stringify([again.id, first.id, 0]));
  expect(copy).toMatchObject({ state: { outcome: 'correct' }, override: person, verdict: { score: 0 } });
});

test('a run that another tab works on is scored there, and the score outlives its end', async () => {
  const store = new MemoryStore();
  const browser = new MemoryBrowser();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const world = aWorld(
    {
      ask: async (request) => {
        if (request.parts.some((part) => part.kind === 'text' && part.text.includes(second.stem + ' (held)')))
          await held;
        return answers(request);
      },
    },
    { store, browser },
  );
  const slow = aBenchmark([first, { ...second, stem: `${second.stem} (held)` }, choice]);
  const worker = createRuns(world.ports);
  const { id } = await worker.start(aRunConfig({ judge }), slow, { key: 'k' });
  const attempt = () => store.attempts.get(JSON.stringify([id, first.id, 0]));
  await expect.poll(() => attempt()?.state.kind).toBe('done');

  const other = createRuns(aWorld({ ask: answers }, { store, browser }).ports);
  const [changed] = await other.override(id, slow, [{ ...key, override: person }]);
  expect(changed?.override).toEqual(person);
  expect(attempt()?.override).toEqual(person);
  const open = { questionId: second.id, epoch: 0, override: person };
  await expect(other.override(id, slow, [open])).rejects.toThrow(/did not take the score/);
  release();
  await expect.poll(() => browser.held.has(id)).toBe(false);
  expect(store.runs.get(id)?.status.kind).toBe('finished');
  expect(attempt()).toMatchObject({ state: { outcome: 'correct' }, override: person });
});
