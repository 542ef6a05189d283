import type { FreeResponseQuestion } from '../../../domain/benchmark/index.ts';
import { buildJudgePrompt, parseVerdict, type ReferencePrompts } from '../../../domain/protocol/index.ts';
import type { JudgeChoice, ModelReply, Verdict } from '../../../domain/run/index.ts';
import { type ModelRequest, SonoscoreError } from '../../ports.ts';

/** A verdict that cannot be read is asked for twice more. */
const MALFORMED_TRIES = 3;

export interface Judging {
  readonly choice: JudgeChoice;
  readonly question: FreeResponseQuestion;
  /** What the model answered. */
  readonly prediction: string;
  readonly reference: ReferencePrompts | undefined;
}

/**
 * Has one answer judged, at temperature 0 and with JSON output as the reference does.
 * @param ask asks the judge once
 * @throws {SonoscoreError} `malformed-reply` where no try gave a verdict; otherwise what `ask` throws
 */
export async function judgeOnce(
  judging: Judging,
  ask: (request: ModelRequest) => Promise<ModelReply>,
): Promise<Verdict> {
  const { choice, question, prediction, reference } = judging;
  const { model, protocol, strict } = choice;
  const prompt = buildJudgePrompt({ protocol: protocol.id, question, prediction, strict, reference });
  let why = '';
  for (let tries = 0; tries < MALFORMED_TRIES; tries += 1) {
    const reply = await ask({
      baseUrl: model.baseUrl,
      modelId: model.modelId,
      system: prompt.system,
      parts: [{ kind: 'text', text: prompt.text }],
      parameters: { ...model.parameters, temperature: 0 },
      json: true,
    });
    const parsed = parseVerdict(reply.text);
    if (parsed.kind === 'verdict') {
      const { score, errorType, explanation } = parsed;
      const judge = { provider: model.provider, modelId: model.modelId, protocol };
      return { score, errorType, explanation, judge, raw: reply.text };
    }
    why = parsed.why;
  }
  throw new SonoscoreError({
    kind: 'malformed-reply',
    retryable: false,
    message: `The judge gave no verdict that could be read in ${MALFORMED_TRIES} tries (${why}), so the answer is not judged.`,
  });
}
