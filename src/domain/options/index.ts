export { withEvenOptions } from './even-options.ts';
export { misfitOf } from './misfit.ts';
export { optionOrderFor } from './option-order.ts';
export { printedIndexOf, renderOptions, renderQuestion, shownLetterOf, shownOptions } from './shown-options.ts';
