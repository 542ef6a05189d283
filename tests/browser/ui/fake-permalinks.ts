import type { Permalinks } from '../../../src/app/index.ts';
import { shareRuns } from '../../../src/domain/permalink/index.ts';
import { readPermalink, writePermalink } from '../../../src/share/index.ts';
import type { FakeServices } from './fake-services.ts';

/** The real format over Runs that are in memory. */
export function fakePermalinks(stored: FakeServices['stored']): Permalinks {
  return {
    write: (runIds, benchmark) =>
      writePermalink(
        shareRuns(
          benchmark,
          runIds.map((id) => {
            const found = stored.get(id);
            if (found === undefined) throw new Error('There is no such run.');
            return { run: found.run, attempts: [...found.attempts.values()] };
          }),
        ),
      ),
    read: readPermalink,
  };
}
