import type { Services } from '../../app/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';

/**
 * Reads Runs whole, those that are still there. One after another: the database gives each in a task of its own, so that the page
 * answers between two, where all at once would be checked in one long task.
 */
export async function readRuns(services: Services, runIds: readonly string[]): Promise<readonly RunWithAttempts[]> {
  const read: RunWithAttempts[] = [];
  for (const id of runIds) {
    const found = await services.runs.load(id);
    if (found !== undefined) read.push({ run: found.run, attempts: found.attempts });
  }
  return read;
}
