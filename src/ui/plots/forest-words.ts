import type { PlotRow } from '../state/plot-rows.ts';
import { listOf } from '../format.ts';

/** What the shapes of a forest plot stand for, and what its line is at, as far as they are there. */
export function forestCaption(rows: readonly PlotRow[], best: PlotRow | undefined): string {
  const has = (role: PlotRow['role']): boolean => rows.some((row) => row.role === role);
  const shapes = listOf([
    has('own') ? 'a diamond is this run' : undefined,
    has('run') ? `a circle ${has('own') ? 'another run in this browser' : 'a run'}` : undefined,
    has('shortcut') ? 'an open square a rule that never looks at the video' : undefined,
  ]);
  const line = best === undefined ? '' : ` The broken line is at the best of these rules, “${best.name}”.`;
  return `${shapes.charAt(0).toUpperCase()}${shapes.slice(1)}; lines are 95 % intervals, and what has no answer counts as wrong.${line}`;
}
