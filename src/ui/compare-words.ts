import type { QuestionKind } from '../domain/benchmark/index.ts';
import type { JudgeChoice, Run } from '../domain/run/index.ts';
import type { Kappa, Separation, TiedGroups } from '../domain/statistics/index.ts';
import { count, integer, listOf } from './format.ts';
import { CONDITION_WORDS, promptsWords } from './words.ts';

/** A share or a judge's score with its sign, in points of a hundred or of two: `+10.8 points`, `−0.17`. */
export function signed(value: number, kind: QuestionKind): string {
  return kind === 'multiple-choice' ? `${signedNumber(value, kind)} points` : signedNumber(value, kind);
}

/** The same without its unit, where that is said once for several. */
export function signedNumber(value: number, kind: QuestionKind): string {
  const digits = kind === 'multiple-choice' ? (100 * value).toFixed(1) : value.toFixed(2);
  const size = digits.replace(/^-/, '');
  const sign = Number(size) === 0 ? '' : digits.startsWith('-') ? '−' : '+';
  return `${sign}${size}`;
}

/** `−1.2 to +20.3`: an interval of a difference. */
export function signedInterval(
  { low, high }: { readonly low: number; readonly high: number },
  kind: QuestionKind,
): string {
  return `${signedNumber(low, kind)} to ${signedNumber(high, kind)}`;
}

/** A p value: three digits, none that would say more than it knows. */
export function pWords(p: number | undefined): string {
  if (p === undefined) return 'too few';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** Which runs the questions do not tell apart, in sentences, best first. */
export function tiedSentences({ groups, ranking }: TiedGroups, nameOf: (id: string) => string): readonly string[] {
  if (groups.length === ranking.length) return ['The questions tell every two of them apart.'];
  return groups.flatMap((group) => {
    if (group.length < 2) {
      const name = nameOf(group[0] ?? '');
      return [`${name} stands apart from the others.`];
    }
    return [`${listOf(group.map(nameOf))} are tied: the questions do not tell them apart.`];
  });
}

/** How many more questions it would take, in a sentence. */
export function separationWords(separation: Separation | undefined, a: string, b: string): string {
  if (separation === undefined)
    return `${a} and ${b} score the same here, so no number of questions is known that would tell them apart.`;
  const { moreQuestions, moreClusters, power } = separation;
  if (moreQuestions === 0) return `These questions are enough to tell ${a} from ${b}.`;
  return `If the difference is what it looks, about ${count(moreQuestions, 'more question')} of this make-up from ${count(moreClusters, 'more source video')} would tell ${a} from ${b}, with a chance of ${integer(100 * power)} %.`;
}

/** How often two raters agree exactly, and their weighted kappa with its interval, in a sentence about `who`. */
export function kappaWords({ value, low, high, agreement, count: rated }: Kappa, who: string): string {
  const exact = `${who} agree exactly on ${(100 * agreement.value).toFixed(0)} % of ${count(rated, 'answer')}`;
  if (value === undefined) return `${exact}; both gave one and the same score throughout, so there is no kappa.`;
  const interval =
    low === undefined || high === undefined
      ? 'too few source videos for an interval'
      : `95 % interval ${decimal(low)} to ${decimal(high)}`;
  return `${exact}; quadratic-weighted kappa is ${decimal(value)} (${interval}).`;
}

/** What several runs do not have in common, as far as it bears on their scores. */
export function caveats(runs: readonly Run[]): readonly string[] {
  const differ = (fact: (run: Run) => string, among = runs): boolean => new Set(among.map(fact)).size > 1;
  // A baseline reads no prompt and is shown nothing, whatever its configuration says.
  const models = runs.filter(({ config }) => config.model.kind !== 'baseline');
  const listed = (fact: (run: Run) => string): string => listOf([...new Set(models.map(fact))]);
  const judged = runs.filter(
    ({ config }) => config.kinds.includes('free-response') && config.model.kind !== 'baseline',
  );
  const judgeOf = (judge: JudgeChoice | undefined): string =>
    judge === undefined ? '' : `${judge.model.modelId} ${judge.strict}`;
  return [
    ...(differ(({ config }) => config.protocol.id, models)
      ? [`They were asked with different prompts: ${listed(({ config }) => promptsWords(config.protocol.id))}.`]
      : []),
    ...(differ(({ config }) => config.condition, models)
      ? [
          `They were shown different things: ${listed(({ config }) => CONDITION_WORDS[config.condition].label.toLowerCase())}.`,
        ]
      : []),
    ...(new Set(judged.map(({ config: { judge } }) => judgeOf(judge))).size > 1
      ? ['Their free-response answers have different judges, which may count for a part of the difference.']
      : []),
    ...(differ(({ questionIds }) => [...questionIds].sort().join('\n'))
      ? ['They were not asked the same questions; differences are over those that both were asked.']
      : []),
    ...(runs.some(({ status }) => status.kind !== 'finished')
      ? ['Not all of them are finished; what has not ended counts nowhere.']
      : []),
  ];
}

function decimal(value: number): string {
  return value.toFixed(2).replace('-', '−');
}
