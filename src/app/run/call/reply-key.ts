import type { ModelReply } from '../../../domain/run/index.ts';
import type { ModelRequest, RequestPart } from '../../ports.ts';
import { sha256 } from '../../sha256.ts';

/**
 * The name of a reply in the cache: hex SHA-256 over everything that could change it. Never over a key: two readers' keys
 * get the same answers.
 * @param provider registry name
 * @param epoch which repeat; each wants an answer of its own
 */
export async function replyKey(provider: string, request: ModelRequest, epoch: number): Promise<string> {
  const parts = await Promise.all(request.parts.map(partDigest));
  const { baseUrl, modelId, system, json } = request;
  const parameters = Object.entries(request.parameters).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sha256(JSON.stringify({ version: 1, provider, baseUrl, modelId, parameters, system, json, parts, epoch }));
}

/** Whether a reply is worth keeping for other Runs: one that was cut off or held back may come better the next time. */
export function isReusable(reply: ModelReply): boolean {
  return reply.finishReason === 'stop' && reply.text.trim() !== '';
}

async function partDigest(part: RequestPart): Promise<unknown> {
  switch (part.kind) {
    case 'text':
    case 'youtube':
      return part;
    case 'video':
      return { kind: part.kind, sha256: await sha256(part.bytes) };
    case 'frames':
      return {
        kind: part.kind,
        framesPerSecond: part.framesPerSecond,
        sha256: await Promise.all(part.images.map(sha256)),
      };
  }
}
