import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { EndpointField } from './endpoint-form.svelte.ts';
import type { FurtherField } from './more-models.svelte.ts';
import { capOf } from './prices.svelte.ts';
import { showsPictures, type SetupState } from './setup-state.svelte.ts';

/** Which field a form is still waiting for, and in what words. */
export interface Hindrance {
  readonly field:
    | 'benchmark'
    | 'questions'
    | 'sources'
    | 'condition'
    | 'protocol'
    | 'limit'
    | 'seed'
    | 'epochs'
    | 'cap'
    | EndpointField
    | `judge-${EndpointField}`
    | FurtherField;
  readonly message: string;
}

/** Why a Run cannot start yet, first things first; undefined when it can. */
export function hindranceOf(
  setup: SetupState,
  benchmark: Benchmark | undefined,
  available: ReadonlySet<string>,
): Hindrance | undefined {
  if (benchmark === undefined) return { field: 'benchmark', message: 'Open a benchmark first.' };
  const model = setup.modelKind === 'baseline' ? undefined : setup.endpoint.hindrance();
  if (model !== undefined) return model;
  if (setup.kinds.length === 0) return { field: 'questions', message: 'Choose at least one kind of question.' };
  const sight = sightHindrance(setup, benchmark);
  if (sight !== undefined) return { field: 'condition', message: sight };
  if (showsPictures(setup.condition) && available.size === 0)
    return { field: 'sources', message: 'Attach at least one source video, or choose a condition without pictures.' };
  const limit = setup.limitMistake;
  if (limit !== undefined) return { field: 'limit', message: limit };
  if (!Number.isInteger(setup.seed) || setup.seed < 0 || setup.seed > 0xffff_ffff)
    return { field: 'seed', message: 'Write the seed as a whole number from 0 to 4,294,967,295.' };
  if (setup.candidates(benchmark, available).length === 0)
    return { field: 'questions', message: 'No question of this benchmark fits what you chose.' };
  return judgeHindrance(setup) ?? detailHindrance(setup, benchmark);
}

/** Which model cannot read YouTube where that is what it would be shown, or that nothing lies there. */
function sightHindrance(setup: SetupState, benchmark: Benchmark): string | undefined {
  if (setup.condition !== 'youtube-uncropped') return undefined;
  const place = setup.endpoints.findIndex(({ preset }) => preset.readsYouTube !== true);
  if (place > 0)
    return `Model ${place + 1} cannot read YouTube by itself, only Gemini can: take it out, or choose another condition.`;
  if (place === 0) return 'Only Gemini reads YouTube by itself: choose it, or another condition.';
  return setup.offers(setup.condition, benchmark)
    ? undefined
    : 'This benchmark has no video on YouTube: choose another condition.';
}

function judgeHindrance(setup: SetupState): Hindrance | undefined {
  if (!setup.judges || setup.judgeKind === 'same') return undefined;
  const hindrance = setup.judge.hindrance();
  return (
    hindrance && {
      field: `judge-${hindrance.field}`,
      message: `Judge: ${hindrance.message.charAt(0).toLowerCase()}${hindrance.message.slice(1)}`,
    }
  );
}

/** What is asked of fields that most leave as they are, and that a Baseline does not have. */
function detailHindrance(setup: SetupState, benchmark: Benchmark): Hindrance | undefined {
  if (setup.modelKind === 'baseline') return undefined;
  if (setup.protocol === 'reference' && benchmark.referencePrompts === undefined)
    return {
      field: 'protocol',
      message:
        'The reference’s prompts are not at hand: choose Sonoscore’s own, or load the benchmark with its scripts.',
    };
  const epochs = setup.epochsMistake;
  if (epochs !== undefined) return { field: 'epochs', message: epochs };
  const cap = capOf(setup.capText);
  if (Number.isNaN(cap))
    return { field: 'cap', message: 'Write the cap in dollars, such as 5 or 0.50, or leave it empty.' };
  if (cap !== undefined && setup.endpoint.prices.price === undefined)
    return {
      field: 'prices',
      message: 'A cap needs prices: write what a million tokens of input and of output cost, or take the cap out.',
    };
  if (cap !== undefined && setup.judges && setup.judgePrice() === undefined)
    return {
      field: 'judge-prices',
      message: 'A cap counts judging too: write what the judge’s tokens cost, or take the cap out.',
    };
  return setup.more.hindrance(setup.endpoint, cap !== undefined);
}
