import type { Benchmark } from '../../domain/benchmark/index.ts';
import { isStandingIn, keptOver, type NewPeopleRun } from '../../domain/classroom/index.ts';
import type { AuditStore, RunStore } from '../ports.ts';

/**
 * Keeps Runs of people in the place of those that were kept of them before. What judges and persons have added to an answer
 * stays with it; an audit stays while the answers that it is about stand where they stood.
 */
export async function keepPeopleRuns(
  made: readonly NewPeopleRun[],
  benchmark: Benchmark,
  { store, audits }: { readonly store: RunStore; readonly audits: AuditStore },
): Promise<void> {
  for (const each of made) {
    const { id } = each.run;
    const run = await store.getRun(id);
    const earlier = run && { run, attempts: await store.listAttempts(id) };
    const kept = keptOver(each, benchmark, earlier);
    const audit = earlier && isStandingIn(kept, earlier.attempts) ? await audits.get(id) : undefined;
    await store.deleteRun(id);
    await store.putAttempts(kept.attempts);
    await store.putRun(kept.run);
    if (audit !== undefined) await audits.change(id, () => audit);
  }
}
