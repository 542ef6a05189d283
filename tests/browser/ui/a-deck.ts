import type { Deck } from '../../../src/domain/classroom/index.ts';
import type { FakeServices } from './fake-services.ts';

/** A deck of all multiple-choice questions of the services' benchmark. */
export function aDeck({ sample }: FakeServices): Deck {
  const asked = sample.questions.filter(({ kind }) => kind === 'multiple-choice');
  return {
    formatVersion: 1,
    id: 'deck-1',
    name: 'Morning class',
    createdAt: '2026-01-01T00:00:00.000Z',
    benchmark: { name: sample.name, digest: sample.digest },
    questionIds: asked.map(({ id }) => id),
  };
}
