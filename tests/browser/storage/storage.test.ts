import { afterEach, beforeEach, expect, test } from 'vitest';

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
  type Database,
  openDatabase,
} from '../../../src/storage/index.ts';
import { type Audit, beginAudit, withScore } from '../../../src/domain/audit/index.ts';
import { castVote, type ClassSession, EMPTY_VOTES } from '../../../src/domain/classroom/index.ts';
import { fakeClip } from '../ui/fake-clip.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../../unit/builders.ts';

let name = '';
let database: Database;

beforeEach(() => {
  name = `storage-test-${crypto.randomUUID()}`;
  database = openDatabase(name);
});

afterEach(async () => {
  database.close();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
});

/** Opens the database as another page would, at a version of its own. */
function rawOpen(
  version: number | undefined,
  upgrade: (database: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      upgrade(request.result);
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('no reason given'));
    };
  });
}

test('runs and attempts come back as they were stored, from another connection too', async () => {
  const store = createRunStore(database);
  const question = aQuestion();
  const run = aRun(aBenchmark(), { id: 'run-a' });
  const attempt = anAttempt(question, 'correct', { runId: 'run-a', reply: aReply('B') });
  await store.putRun(run);
  await store.putAttempts([attempt]);

  const other = openDatabase(name);
  const again = createRunStore(other);
  expect(await again.getRun('run-a')).toEqual(run);
  expect(await again.listAttempts('run-a')).toEqual([attempt]);
  expect(await again.getRun('run-b')).toBeUndefined();
  other.close();
});

test('an attempt replaces its earlier state; other epochs, questions and runs stay apart', async () => {
  const store = createRunStore(database);
  const question = aQuestion();
  const first = anAttempt(question, 'correct', { runId: 'r', state: { kind: 'asking' } });
  await store.putAttempts([first, { ...first, epoch: 1 }, { ...first, runId: 'r2' }, { ...first, runId: 'r ' }]);
  await store.putAttempts([{ ...first, state: { kind: 'done', outcome: 'incorrect' } }]);
  const states = (await store.listAttempts('r')).map(({ epoch, state }) => [epoch, state.kind]);
  expect(states.sort()).toEqual([
    [0, 'done'],
    [1, 'asking'],
  ]);
  expect(await store.listAttempts('r2')).toHaveLength(1);
});

test('all attempts of a long run are read, each once, in the order of their keys', async () => {
  const store = createRunStore(database);
  const attempt = anAttempt(aQuestion(), 'correct');
  const ids = Array.from({ length: 230 }, (_, index) => `question ${String(index).padStart(3, '0')}`);
  const attempts = ids.map((questionId) => ({ ...attempt, runId: 'long', questionId }));
  await store.putAttempts(attempts);
  await store.putAttempts([{ ...attempt, runId: 'long2' }]);
  expect(await store.listAttempts('long')).toEqual(attempts);
  // No odd remainder at the end.
  await store.putAttempts(attempts.slice(0, 200).map((each) => ({ ...each, runId: 'round' })));
  expect(await store.listAttempts('round')).toHaveLength(200);
});

test('runs are listed newest first, and a deleted one takes its attempts along and nobody else’s', async () => {
  const store = createRunStore(database);
  for (const [id, createdAt] of [
    ['old', '2025-01-01T00:00:00.000Z'],
    ['new', '2025-03-01T00:00:00.000Z'],
  ] as const) {
    await store.putRun(aRun(aBenchmark(), { id, createdAt }));
    await store.putAttempts([anAttempt(aQuestion(), 'correct', { runId: id })]);
  }
  expect((await store.listRuns()).map((run) => run.id)).toEqual(['new', 'old']);
  await store.deleteRun('new');
  expect((await store.listRuns()).map((run) => run.id)).toEqual(['old']);
  expect(await store.listAttempts('new')).toEqual([]);
  expect(await store.listAttempts('old')).toHaveLength(1);
});

test('an audit is changed as it is stored, by two tabs at once too, and goes with its run', async () => {
  const question = aFreeQuestion();
  const other = aFreeQuestion({ number: 2 });
  const benchmark = aBenchmark([question, other]);
  const attempts = [question, other].map((each) =>
    anAttempt(each, 'correct', { runId: 'r', reply: aReply('It gives way.'), verdict: aVerdict(2) }),
  );
  const begun = beginAudit(benchmark, 'r', attempts, { seed: 1, size: 2, now: '2026-01-01T00:00:00.000Z' });
  const audits = createAuditStore(database);
  const elsewhere = openDatabase(name);
  expect(await audits.get('r')).toBeUndefined();
  await audits.change('r', () => begun);
  const give = (questionId: string) => (audit: Audit | undefined) =>
    audit && withScore(audit, { questionId, epoch: 0, score: 1, errorType: 'wrong_conclusion', at: begun.startedAt });
  await Promise.all([audits.change('r', give(question.id)), createAuditStore(elsewhere).change('r', give(other.id))]);
  elsewhere.close();
  expect((await audits.get('r'))?.scores.map(({ questionId }) => questionId).sort()).toEqual([question.id, other.id]);
  await createRunStore(database).putRun(aRun(benchmark, { id: 'r' }));
  await createRunStore(database).deleteRun('r');
  expect(await audits.get('r')).toBeUndefined();
});

test('a record of a newer version is refused in a sentence, and left as it is', async () => {
  const store = createRunStore(database);
  await store.putRun(aRun());
  const raw = await rawOpen(undefined);
  await new Promise((resolve) => {
    const transaction = raw.transaction('runs', 'readwrite');
    transaction.objectStore('runs').put({ ...aRun(), formatVersion: 2, id: 'future' }, 'future');
    transaction.oncomplete = resolve;
  });
  raw.close();
  await expect(store.getRun('future')).rejects.toThrow(/newer Sonoscore/);
  // The others are listed all the same, and this one can be saved as it is, removed, and put back.
  await store.putAttempts([anAttempt(aQuestion(), 'correct', { runId: 'future' })]);
  expect((await store.listRuns()).map(({ id }) => id)).toEqual(['run-1']);
  const unreadable = createUnreadableRuns(database);
  const listed = await unreadable.list();
  expect(listed).toEqual([{ id: 'future', why: expect.stringMatching(/newer Sonoscore/) }]);
  const record = await (await unreadable.record('future')).text();
  expect(JSON.parse(record)).toMatchObject({ run: { id: 'future', formatVersion: 2 }, attempts: [{ epoch: 0 }] });
  const undo = await unreadable.remove('future');
  expect(await unreadable.list()).toEqual([]);
  expect(await store.listAttempts('future')).toEqual([]);
  await undo();
  expect(await unreadable.list()).toEqual(listed);
  expect(await (await unreadable.record('future')).text()).toBe(record);
});

test('an attempt that cannot be read keeps none of the others away, is named, and stays as it is stored', async () => {
  const store = createRunStore(database);
  await store.putRun(aRun());
  await store.putAttempts([anAttempt(aQuestion(), 'correct', { runId: 'run-1' })]);
  const raw = await rawOpen(undefined);
  const odd = { formatVersion: 1, runId: 'run-1', reply: 'of some other form' };
  await new Promise((resolve) => {
    const transaction = raw.transaction('attempts', 'readwrite');
    transaction.objectStore('attempts').put(odd, ['run-1', 'odd', 2]);
    transaction.oncomplete = resolve;
  });
  raw.close();
  expect(await store.listAttempts('run-1')).toHaveLength(1);
  const unreadable = createUnreadableRuns(database);
  const why = expect.stringMatching(/cannot be read/);
  expect(await unreadable.attempts('run-1')).toEqual([{ questionId: 'odd', epoch: 2, why }]);
  const record = JSON.parse(await (await unreadable.record('run-1')).text());
  expect(record.attempts).toContainEqual(odd);
});

test('a newer page may upgrade the database while an older one is open; both go on', async () => {
  const store = createRunStore(database);
  await store.putRun(aRun(aBenchmark(), { id: 'before' }));
  const newer = await rawOpen(7, (opened) => {
    opened.createObjectStore('something-new');
  });
  await store.putRun(aRun(aBenchmark(), { id: 'after' }));
  expect((await store.listRuns()).map((run) => run.id).sort()).toEqual(['after', 'before']);
  newer.close();
});

test('while a newer page holds the upgrade open, a write says so in time; afterwards it goes through', async () => {
  const patient = openDatabase(name, indexedDB, 200);
  const store = createRunStore(patient);
  await store.putRun(aRun(aBenchmark(), { id: 'before' }));
  let isHeld = true;
  const upgrading = new Promise<void>((resolve) => {
    const request = indexedDB.open(name, 8);
    request.onupgradeneeded = () => {
      const held = request.result.createObjectStore('held');
      const hold = () => {
        resolve();
        if (isHeld) held.get(1).onsuccess = hold;
      };
      hold();
    };
    request.onsuccess = () => {
      request.result.close();
    };
  });
  await upgrading;
  await expect(store.putRun(aRun(aBenchmark(), { id: 'during' }))).rejects.toThrow(/newer version of this page/);
  isHeld = false;
  await store.putRun(aRun(aBenchmark(), { id: 'after' }));
  expect((await store.listRuns()).map((run) => run.id).sort()).toEqual(['after', 'before']);
  patient.close();
});

test('a connection that was closed under it is opened again', async () => {
  const store = createRunStore(database);
  await store.putRun(aRun(aBenchmark(), { id: 'one' }));
  database.close();
  await store.putRun(aRun(aBenchmark(), { id: 'two' }));
  expect(await store.listRuns()).toHaveLength(2);
});

test('benchmarks are kept whole, newest first', async () => {
  const store = createBenchmarkStore(database);
  const one = aBenchmark([aQuestion()], { name: 'One', digest: '1'.repeat(64) });
  const two = aBenchmark([aFreeQuestion()], { name: 'Two', digest: '2'.repeat(64) });
  await store.keep(one);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await store.keep(two);
  expect(await store.kept(one.digest)).toEqual(one);
  expect(await store.kept('3'.repeat(64))).toBeUndefined();
  expect((await store.listKept()).map((entry) => entry.name)).toEqual(['Two', 'One']);
});

test('replies come back by their key, and a spoilt one counts as none', async () => {
  const cache = createReplyCache(database);
  const reply = aReply('B', { modelVersion: 'm-1' });
  await cache.put('key', reply);
  expect(await cache.get('key')).toEqual(reply);
  expect(await cache.get('other')).toBeUndefined();
  const raw = await rawOpen(undefined);
  await new Promise((resolve) => {
    const transaction = raw.transaction('replies', 'readwrite');
    transaction.objectStore('replies').put({ text: 3 }, 'spoilt');
    transaction.oncomplete = resolve;
  });
  raw.close();
  expect(await cache.get('spoilt')).toBeUndefined();
});

test('a remembered key comes back for its endpoint only, and lies nowhere in the database as text', async () => {
  const credentials = createCredentials(database);
  const secret = 'sk-stored-somewhere-0123456789';
  await credentials.remember('https://one.example/v1', secret);
  expect(await credentials.recall('https://one.example/v1')).toBe(secret);
  expect(await credentials.recall('https://two.example/v1')).toBeUndefined();
  expect(await credentials.list()).toEqual(['https://one.example/v1']);

  const raw = await rawOpen(undefined);
  const stored = await new Promise<unknown[]>((resolve) => {
    const request = raw.transaction('credentials').objectStore('credentials').getAll();
    request.onsuccess = () => {
      resolve(request.result);
    };
  });
  raw.close();
  expect(stored.length).toBe(2);
  for (const value of stored) {
    if (value instanceof CryptoKey) {
      expect(value.extractable).toBe(false);
      continue;
    }
    const bytes =
      value instanceof Object && 'bytes' in value && value.bytes instanceof ArrayBuffer ? value.bytes : undefined;
    expect(bytes).toBeDefined();
    expect(new TextDecoder().decode(bytes)).not.toContain('sk-stored');
  }
  await credentials.forget('https://one.example/v1');
  expect(await credentials.recall('https://one.example/v1')).toBeUndefined();
});

test('clips are kept with their record; the list tells sizes and last uses without them', async () => {
  const store = createClipStore(database);
  const clip = await fakeClip();
  await store.put('a', clip, 10);
  await store.put('b', clip, 20);
  expect(await store.get('a')).toEqual(clip);
  expect(await store.get('c')).toBeUndefined();
  await store.touch('a', 30);
  const list = [...(await store.list())].sort((one, other) => one.usedAtMs - other.usedAtMs);
  expect(list).toEqual([
    { key: 'b', byteCount: clip.bytes.byteLength, usedAtMs: 20 },
    { key: 'a', byteCount: clip.bytes.byteLength, usedAtMs: 30 },
  ]);
  await store.delete('b');
  expect(await store.get('b')).toBeUndefined();
  await store.clear();
  expect(await store.list()).toEqual([]);
});

test('corrections and the places of source videos come back; a folder’s handle opens the same folder', async () => {
  const corrections = createCorrectionStore(database);
  const correction = { videoKey: 'vein', name: 'late', offsetSeconds: 0.4 };
  await corrections.keepCorrections('digest', [correction]);
  expect(await corrections.corrections('digest')).toEqual([correction]);
  expect(await corrections.corrections('other')).toEqual([]);

  const places = createSourcePlaceStore(database);
  const handle = await navigator.storage.getDirectory();
  await places.put({ kind: 'folder', id: 'f', name: 'videos', handle });
  await places.put({ kind: 'copy', id: 'c', path: 'a.mp4', byteCount: 7 });
  const [copy, folder] = await places.list();
  expect(copy).toEqual({ kind: 'copy', id: 'c', path: 'a.mp4', byteCount: 7 });
  expect(folder?.kind === 'folder' && (await folder.handle.isSameEntry(handle))).toBe(true);
  await places.delete('f');
  expect(await places.list()).toHaveLength(1);
});

test('decks and classes come back; two tabs that count at once lose nothing to each other', async () => {
  const classroom = createClassroomStore(database);
  const benchmark = aBenchmark();
  const now = '2026-01-01T00:00:00.000Z';
  const deck = {
    formatVersion: 1,
    id: 'deck-1',
    name: 'Veins',
    createdAt: now,
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    questionIds: ['q1'],
  } as const;
  await classroom.putDeck(deck);
  await classroom.putDeck({ ...deck, id: 'deck-2', createdAt: '2026-02-01T00:00:00.000Z' });
  expect((await classroom.listDecks()).map(({ id }) => id)).toEqual(['deck-2', 'deck-1']);
  await classroom.deleteDeck('deck-2');
  expect(await classroom.listDecks()).toEqual([deck]);

  const session: ClassSession = {
    formatVersion: 1,
    id: 'class-1',
    deck,
    createdAt: now,
    updatedAt: now,
    place: { questionIndex: 0, stage: 'vote' },
    ledger: EMPTY_VOTES,
  };
  expect(await classroom.changeClass('class-1', () => undefined)).toBeUndefined();
  await classroom.changeClass('class-1', () => session);
  const other = openDatabase(name);
  const again = createClassroomStore(other);
  const vote = { personId: 'p', questionId: 'q1', stage: 'first', choice: 1, counter: 1 } as const;
  await Promise.all(
    [classroom, again].map((store, at) =>
      store.changeClass(
        'class-1',
        (old) => old && { ...old, ledger: castVote(old.ledger, { ...vote, personId: `p${at}` }) },
      ),
    ),
  );
  expect((await again.getClass('class-1'))?.ledger.votes.map(({ personId }) => personId)).toEqual(['p0', 'p1']);
  expect(await classroom.listClasses()).toHaveLength(1);
  await again.deleteClass('class-1');
  expect(await classroom.getClass('class-1')).toBeUndefined();
  other.close();
});
