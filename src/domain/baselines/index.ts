export { baselinePrediction, createBaseline } from './baseline.ts';
export {
  answerLetters,
  meterOver,
  scoredChoices,
  shortcutMeter,
  type AnswerLetters,
  type ShortcutResult,
} from './shortcut-meter.ts';
export { shortcutUse, type ShortcutUse } from './shortcut-use.ts';
