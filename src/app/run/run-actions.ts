import type { Runs } from '../services.ts';
import { createJudgings } from './judging/judgings.ts';
import { createStarts } from './plan/starts.ts';
import type { LiveRuns } from './record/live-runs.ts';
import type { RunPorts } from './run-ports.ts';
import { createOverrides } from './scoring/overrides.ts';
import { createScorings } from './scoring/scorings.ts';
import { Sittings } from './sitting/sittings.ts';

/** All that changes Runs but for deleting them. Fetched with the first of it: the first page has no use for it. */
export function createRunActions(ports: RunPorts, live: LiveRuns) {
  const sittings = new Sittings(ports, live);
  const { change, take } = createOverrides(ports, live);
  return {
    ...createStarts(ports, live, sittings),
    ...createJudgings(ports, live, sittings),
    ...createScorings(ports, live),
    override: change,
    takeOverride: take,
  } satisfies Partial<Runs> & { readonly takeOverride: typeof take };
}
