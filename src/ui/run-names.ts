import type { Run } from '../domain/run/index.ts';
import { dateTime } from './format.ts';
import { CONDITION_WORDS, modelName, ORDER_WORDS, PROTOCOL_WORDS } from './words.ts';

/** What may tell two Runs of one model apart, from the most telling on. */
const FACTS: readonly ((run: Run) => string)[] = [
  ({ config }) => CONDITION_WORDS[config.condition].label.toLowerCase(),
  ({ config }) => `${PROTOCOL_WORDS[config.protocol.id].label.toLowerCase()} prompts`,
  ({ config: { judge } }) =>
    judge === undefined ? 'no judge' : `judged by ${judge.model.modelId}${judge.strict ? ', strictly' : ''}`,
  ({ config }) => `options ${ORDER_WORDS[config.optionOrder].label.toLowerCase()}`,
  ({ questionIds }) => `${questionIds.length} questions`,
  ({ createdAt }) => dateTime(createdAt),
];

/**
 * A name for each of several Runs by which a person can tell them apart: the model's, and where two share that, the first
 * facts that differ between them; a number where nothing does.
 */
export function namesOf(runs: readonly Run[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const name = modelName(run.config.model);
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }
  for (const [name, group] of groups) {
    const telling = FACTS.filter((fact) => new Set(group.map(fact)).size > 1);
    const taken = new Map<string, number>();
    for (const run of group) {
      // The fewest facts that no other Run of the group shares all of.
      const facts = telling.map((fact) => fact(run));
      const enough = facts.findIndex((_, index) =>
        group.every(
          (other) => other.id === run.id || telling.slice(0, index + 1).some((fact) => fact(other) !== fact(run)),
        ),
      );
      const told = facts.slice(0, enough < 0 ? facts.length : enough + 1);
      const full = told.length === 0 ? name : `${name} (${told.join('; ')})`;
      const number = (taken.get(full) ?? 0) + 1;
      taken.set(full, number);
      names.set(run.id, number === 1 ? full : `${full}, ${number}`);
    }
  }
  return names;
}
