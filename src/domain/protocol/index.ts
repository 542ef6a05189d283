export type { ReferencePrompts } from '../benchmark/index.ts';
export { buildJudgePrompt, buildPrompt, type Prompt, type PromptInput } from './build-prompt.ts';
export { parseVerdict } from './parse-verdict.ts';
export {
  isReferenceFile,
  parseReferencePrompts,
  REFERENCE_FILES,
  REFERENCE_PROTOCOL_VERSION,
} from './reference-prompts.ts';
export { SONOSCORE_PROTOCOL_VERSION } from './sonoscore-prompts.ts';
