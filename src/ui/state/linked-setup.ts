import { parseConfigLink, type LinkedConfig, type LinkedJudge } from './config-link.ts';
import type { SharedConfig } from '../../domain/permalink/index.ts';
import type { SetupState, SpotCheckPlan } from './setup-state.svelte.ts';

/** How a link came to fill in the form. */
export type LinkedBy =
  { readonly kind: 'configuration' } | { readonly kind: 'spot-check'; readonly questionCount: number };

/** What came of a link that filled in the setup form. */
export interface LinkedSetup {
  readonly by: LinkedBy;
  /** What the link asked for and this page does not know, in a few words each; it changed nothing. */
  readonly unknown: readonly string[];
  /** The benchmark that the link is of, where it says so. */
  readonly benchmark: { readonly name: string; readonly digest: string } | undefined;
  /** Puts the form back as it was. */
  readonly undo: () => void;
}

/** Fills in the setup form by what stands after `#/run?`. */
export function linkSetup(setup: SetupState, query: string): LinkedSetup {
  const undo = remember(setup);
  const { config, unknown } = parseConfigLink(query);
  return {
    by: { kind: 'configuration' },
    unknown: [...unknown, ...fillSetup(setup, config)],
    benchmark: config.benchmark,
    undo,
  };
}

/** Fills in the setup form with what a shared Run was made with, for some of its questions. */
export function linkSpotCheck(setup: SetupState, config: SharedConfig, plan: SpotCheckPlan): LinkedSetup {
  const undo = remember(setup);
  const { model, judge } = config;
  const isSame = judge !== undefined && JSON.stringify(model) === JSON.stringify(judge.model);
  const unknown = fillSetup(setup, {
    ...config,
    model: model.kind === 'published' ? undefined : model,
    limit: 'all',
    epochs: 1,
    protocol: config.protocol.id,
    clipEngine: config.clipEngine ?? 'auto',
    evenOptions: config.evenOptions ?? false,
    judge:
      judge === undefined
        ? { kind: 'none' }
        : isSame
          ? { kind: 'same', strict: judge.strict }
          : { kind: 'other', strict: judge.strict, endpoint: judge.model },
  });
  // Which endpoint it is asked at, the reader knows.
  if (model.kind === 'published') setup.modelKind = 'provider';
  setup.more.list = [];
  setup.spotCheck = plan;
  return {
    by: { kind: 'spot-check', questionCount: plan.questionIds.length },
    unknown: model.kind === 'published' ? [...unknown, `how to ask “${model.name.slice(0, 40)}”`] : unknown,
    benchmark: undefined,
    undo,
  };
}

/**
 * Fills in the setup form; what is left out stays as it is.
 * @returns what could not be filled in, in a few words each
 */
export function fillSetup(setup: SetupState, config: LinkedConfig): readonly string[] {
  const unknown: string[] = [];
  const { model } = config;
  setup.spotCheck = undefined;
  // A link is of one model.
  if (model !== undefined) setup.more.list = [];
  if (model?.kind === 'baseline') {
    setup.modelKind = 'baseline';
    setup.baseline = model.baseline;
  } else if (model?.kind === 'provider') {
    if (setup.endpoint.fill(model)) setup.modelKind = 'provider';
    else unknown.push(`the service “${model.provider.slice(0, 40)}”`);
  }
  if (config.condition !== undefined) setup.chosenCondition = config.condition;
  if (config.optionOrder !== undefined) setup.optionOrder = config.optionOrder;
  if (config.kinds !== undefined) {
    setup.multipleChoice = config.kinds.includes('multiple-choice');
    setup.freeResponse = config.kinds.includes('free-response');
  }
  if (config.limit !== undefined) setup.limitText = config.limit === 'all' ? '' : String(config.limit);
  if (config.seed !== undefined) setup.seedText = String(config.seed);
  if (config.epochs !== undefined) setup.epochsText = String(config.epochs);
  if (config.protocol !== undefined) setup.protocol = config.protocol;
  if (config.clipEngine !== undefined) setup.clipEngine = config.clipEngine;
  if (config.evenOptions !== undefined) setup.evenOptions = config.evenOptions;
  if (config.freshAnswers !== undefined) setup.freshAnswers = config.freshAnswers;
  if (config.judge !== undefined) unknown.push(...fillJudge(setup, config.judge));
  return unknown;
}

function fillJudge(setup: SetupState, judge: LinkedJudge): readonly string[] {
  if (judge.kind === 'other' && !setup.judge.fill(judge.endpoint))
    return [`the judge’s service “${judge.endpoint.provider.slice(0, 40)}”`];
  setup.judgeKind = judge.kind;
  if (judge.kind !== 'none') setup.strictJudge = judge.strict;
  return [];
}

/** The form as it is now, keys included, as a way back to it. */
function remember(setup: SetupState): () => void {
  const { modelKind, baseline, protocol, chosenCondition, optionOrder, multipleChoice, freeResponse, judgeKind } =
    setup;
  const { strictJudge, limitText, seedText, epochsText, freshAnswers, evenOptions, clipEngine, spotCheck } = setup;
  const { list, removed } = setup.more;
  const endpoints = [setup.endpoint, setup.judge, ...list.map(({ form }) => form)].map((form) => ({
    form,
    model: form.model,
    presetId: form.presetId,
    key: form.key.text,
  }));
  return () => {
    Object.assign(setup, { modelKind, baseline, protocol, chosenCondition, optionOrder, multipleChoice, freeResponse });
    Object.assign(setup, { judgeKind, strictJudge, limitText, seedText, epochsText, freshAnswers, evenOptions });
    Object.assign(setup, { clipEngine, spotCheck });
    Object.assign(setup.more, { list, removed });
    for (const { form, model, presetId, key } of endpoints) {
      form.fill(model);
      form.presetId = presetId;
      form.baseUrl = model.baseUrl;
      if (!form.key.remembered) form.key.text = key;
    }
  };
}
