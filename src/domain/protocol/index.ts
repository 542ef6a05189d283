export type { ReferencePrompts } from '../benchmark/index.ts';
export { buildJudgePrompt, buildPrompt, type JudgePromptInput, type Prompt, type PromptInput } from './build-prompt.ts';
export { parseVerdict, type ParsedVerdict } from './parse-verdict.ts';
export {
  isReferenceFile,
  parseReferencePrompts,
  REFERENCE_FILES,
  REFERENCE_PROTOCOL_VERSION,
  type ParsedReferencePrompts,
  type ReferenceFileName,
} from './reference-prompts.ts';
export { SONOSCORE_PROTOCOL_VERSION, systemPrompt } from './sonoscore-prompts.ts';
