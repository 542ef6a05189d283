import type { DurationBin, QuestionKind, QuestionType } from '../../domain/benchmark/index.ts';
import type { Outcome } from '../../domain/run/index.ts';
import { LENGTH_BINS } from './length-bins.ts';
import { OUTCOMES } from '../../domain/run/index.ts';

/** Which questions a list shows. Absent means all. */
export interface QuestionFilter {
  readonly kind: QuestionKind | undefined;
  readonly type: QuestionType | undefined;
  readonly outcome: Outcome | undefined;
  readonly videoKey: string | undefined;
  readonly length: DurationBin | undefined;
  /** `differ`: only replies that the two rules read differently. */
  readonly readings: 'differ' | undefined;
  /** `differ`: only questions on which the Runs of this browser disagree. */
  readonly models: 'differ' | undefined;
  /** `elsewhere`: only questions whose shortest option is not the answer. */
  readonly shortcut: 'elsewhere' | undefined;
  readonly text: string;
}

export const NO_FILTER: QuestionFilter = {
  kind: undefined,
  type: undefined,
  outcome: undefined,
  videoKey: undefined,
  length: undefined,
  readings: undefined,
  models: undefined,
  shortcut: undefined,
  text: '',
};

/** The pages, by what comes after `#` in the address. */
export type Route =
  | { readonly kind: 'start' }
  | { readonly kind: 'setup' }
  | { readonly kind: 'videos' }
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'results'; readonly runId: string }
  | {
      readonly kind: 'questions';
      readonly runId: string;
      readonly questionId: string | undefined;
      /** Which of several answers to the question, from 1 on; absent for the first, which is 0. */
      readonly epoch?: number | undefined;
      readonly filter: QuestionFilter;
    }
  | { readonly kind: 'audit'; readonly runId: string }
  | { readonly kind: 'compare'; readonly runIds: readonly string[] }
  | { readonly kind: 'about' }
  | { readonly kind: 'class' }
  /** One class on the projector. */
  | { readonly kind: 'present'; readonly classId: string }
  /** `deck`: the id of one of this browser's, or what a link holds of one. */
  | { readonly kind: 'quiz'; readonly deck: string }
  /** Answers on a phone without a network: `query` holds the sheet and the deck. */
  | { readonly kind: 'answer'; readonly query: string }
  /** A phone in a class: `query` holds the invitation. */
  | { readonly kind: 'join'; readonly query: string }
  /** A whole result in the address: what stands after `#/r/`, whatever it is. */
  | { readonly kind: 'shared'; readonly payload: string }
  /** A run file elsewhere, to be fetched. */
  | { readonly kind: 'open'; readonly url: string }
  /** A setup page filled in by what stands after `#/run?`. */
  | { readonly kind: 'configured'; readonly query: string }
  | { readonly kind: 'unknown'; readonly hash: string };

const KINDS: readonly QuestionKind[] = ['multiple-choice', 'free-response'];
const TYPES: readonly QuestionType[] = [1, 2, 3];

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function parseFilter(query: string): QuestionFilter {
  const parameters = new URLSearchParams(query);
  return {
    kind: KINDS.find((kind) => kind === parameters.get('kind')),
    type: TYPES.find((type) => String(type) === parameters.get('type')),
    outcome: OUTCOMES.find((outcome) => outcome === parameters.get('outcome')),
    videoKey: parameters.get('video') ?? undefined,
    length: LENGTH_BINS.find(({ id }) => id === parameters.get('length'))?.id,
    readings: parameters.get('readings') === 'differ' ? 'differ' : undefined,
    models: parameters.get('models') === 'differ' ? 'differ' : undefined,
    shortcut: parameters.get('shortcut') === 'elsewhere' ? 'elsewhere' : undefined,
    text: parameters.get('text') ?? '',
  };
}

function parseEpoch(query: string): number | undefined {
  const answer = new URLSearchParams(query).get('answer') ?? '';
  return /^[1-9]\d{0,3}$/.test(answer) && answer !== '1' ? Number(answer) - 1 : undefined;
}

/** At most so many Runs are compared with each other. */
export const MOST_RUNS = 8;

function parseRunIds(query: string): readonly string[] {
  const list = query.split('&').find((part) => part.startsWith('runs='));
  const ids = (list?.slice('runs='.length) ?? '').split(',').flatMap((part) => decode(part) ?? []);
  return [...new Set(ids.filter((id) => id !== ''))].slice(0, MOST_RUNS);
}

/** An address as a person pastes it, with `&` and all, or as a program writes it. */
function parseUrl(query: string): string {
  const given = /(?:^|&)url=(.*)$/s.exec(query)?.[1] ?? '';
  return /^https?:\/\//i.test(given) ? given : (decode(given) ?? given);
}

function formatQuery(filter: QuestionFilter, epoch: number | undefined): string {
  const parameters = new URLSearchParams();
  if (filter.kind !== undefined) parameters.set('kind', filter.kind);
  if (filter.type !== undefined) parameters.set('type', String(filter.type));
  if (filter.outcome !== undefined) parameters.set('outcome', filter.outcome);
  if (filter.videoKey !== undefined) parameters.set('video', filter.videoKey);
  if (filter.length !== undefined) parameters.set('length', filter.length);
  if (filter.readings !== undefined) parameters.set('readings', filter.readings);
  if (filter.models !== undefined) parameters.set('models', filter.models);
  if (filter.shortcut !== undefined) parameters.set('shortcut', filter.shortcut);
  if (epoch !== undefined && epoch > 0) parameters.set('answer', String(epoch + 1));
  if (filter.text !== '') parameters.set('text', filter.text);
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** Reads `location.hash`. Anything else is `unknown`, with the text that it was. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  // All of it, so that something put to its end is found out rather than lost.
  if (/^\/r(?:\/|$)/.test(text)) return { kind: 'shared', payload: text.slice('/r/'.length) };
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const query = mark < 0 ? '' : text.slice(mark + 1);
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  const [page, runId, section, questionId] = parts;
  if (parts.length > 4 || parts.includes(undefined)) return { kind: 'unknown', hash };
  if (page === undefined) return { kind: 'start' };
  if (page === 'setup' && parts.length === 1) return { kind: 'setup' };
  if (page === 'videos' && parts.length === 1) return { kind: 'videos' };
  if (page === 'about' && parts.length === 1) return { kind: 'about' };
  if (page === 'class' && parts.length === 1) return { kind: 'class' };
  if (page === 'class' && runId !== undefined && parts.length === 2) return { kind: 'present', classId: runId };
  if (page === 'quiz' && parts.length === 1) return { kind: 'quiz', deck: query.replace(/^deck=/, '') };
  if (page === 'answer' && parts.length === 1) return { kind: 'answer', query };
  if (page === 'join' && parts.length === 1) return { kind: 'join', query };
  if (page === 'compare' && parts.length === 1) return { kind: 'compare', runIds: parseRunIds(query) };
  if (page === 'open' && parts.length === 1) return { kind: 'open', url: parseUrl(query) };
  if (page === 'run' && parts.length === 1 && mark >= 0) return { kind: 'configured', query };
  if (page === 'run' && runId !== undefined && parts.length === 2) return { kind: 'run', runId };
  if (page === 'results' && runId !== undefined) {
    if (section === undefined) return { kind: 'results', runId };
    if (section === 'audit' && parts.length === 3) return { kind: 'audit', runId };
    if (section === 'questions')
      return { kind: 'questions', runId, questionId, epoch: parseEpoch(query), filter: parseFilter(query) };
  }
  return { kind: 'unknown', hash };
}

/** The address of a page, `#` included; `parseRoute` reads it back. */
export function formatRoute(route: Route): string {
  switch (route.kind) {
    case 'start':
      return '#/';
    case 'setup':
      return '#/setup';
    case 'videos':
      return '#/videos';
    case 'about':
      return '#/about';
    case 'class':
      return '#/class';
    case 'present':
      return `#/class/${encodeURIComponent(route.classId)}`;
    case 'quiz':
      return `#/quiz?deck=${route.deck}`;
    case 'answer':
      return `#/answer?${route.query}`;
    case 'join':
      return `#/join?${route.query}`;
    case 'run':
      return `#/run/${encodeURIComponent(route.runId)}`;
    case 'results':
      return `#/results/${encodeURIComponent(route.runId)}`;
    case 'audit':
      return `#/results/${encodeURIComponent(route.runId)}/audit`;
    case 'compare':
      return route.runIds.length === 0
        ? '#/compare'
        : `#/compare?runs=${route.runIds.map(encodeURIComponent).join(',')}`;
    case 'questions': {
      const list = `#/results/${encodeURIComponent(route.runId)}/questions`;
      const question = route.questionId === undefined ? '' : `/${encodeURIComponent(route.questionId)}`;
      return `${list}${question}${formatQuery(route.filter, route.epoch)}`;
    }
    case 'shared':
      return `#/r/${route.payload}`;
    case 'open':
      return `#/open?url=${encodeURIComponent(route.url)}`;
    case 'configured':
      return `#/run?${route.query}`;
    case 'unknown':
      return route.hash;
  }
}
