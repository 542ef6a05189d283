export { withEvenOptions } from './even-options.ts';
export { optionOrderFor } from './option-order.ts';
export { printedIndexOf, renderOptions, renderQuestion, shownLetterOf, shownOptions } from './shown-options.ts';
