import * as v from 'valibot';

import type { MediaLimits, ModelProvider, ModelRequest, RequestPart } from '../app/index.ts';
import type { FinishReason, ModelReply } from '../domain/run/index.ts';
import { toBase64 } from './base64.ts';
import {
  bodyParameters,
  flagParameter,
  type JsonObject,
  numberParameter,
  textParameter,
  timeoutMsOf,
} from './call-parameters.ts';
import { type GeminiRequest, type UploadedPart, withUploads } from './gemini-files.ts';
import { type Fetch, joinUrl, postJson } from './http.ts';
import { badRequest, malformedReply } from './mistakes.ts';
import { type ProviderHosts, serverOf } from './reach.ts';
import { side, sideCount, sideWords } from './side-data.ts';

// Plain fetch rather than @google/genai (looked at in 2.32): it adds an x-goog-api-client header that preflights of relays and
// compatible servers refuse, calls the global fetch only, so that nothing can be put in its place, and weighs 1.2 MB.

const LABEL = 'Gemini';
const HOSTS: ProviderHosts = { label: LABEL, hosts: /(?:^|\.)googleapis\.com$/, answersBrowsers: true };
const MAX_FPS = 24;
/** A request may hold 100 MB, base64 and prompt included; larger videos go through the Files API. */
const INLINE_MEGABYTES = 95;
const OWN_PARAMETERS = [
  'media_resolution',
  'thinking_level',
  'thinking_budget',
  'include_thoughts',
  'fps',
  'max_tokens',
  'max_output_tokens',
  'upload_over_megabytes',
  'frames_per_second',
];

/**
 * The request body for `POST {base}/models/{model}:generateContent`. Own parameters: `media_resolution` (low, medium, high,
 * ultra_high), `thinking_level` (minimal, low, medium, high), `thinking_budget` (older models), `include_thoughts`, `fps`
 * (0 < fps <= 24; unset, the service samples 1 a second), `max_tokens`, `upload_over_megabytes`; others go into
 * `generationConfig`, such as `temperature`, `seed`, `topP`.
 * @throws {SonoscoreError} `bad-request` for an fps out of range
 */
export function toBody(request: GeminiRequest): JsonObject {
  const { parameters } = request;
  const resolution = mediaResolution(textParameter(parameters, 'media_resolution'));
  // Part by part in v1alpha only; elsewhere for the whole request.
  const byPart = /\/v1alpha(?:\/|$)/.test(request.baseUrl);
  const level = textParameter(parameters, 'thinking_level')?.toUpperCase();
  const budget = numberParameter(parameters, 'thinking_budget');
  const includeThoughts = flagParameter(parameters, 'include_thoughts');
  const maxTokens = numberParameter(parameters, 'max_tokens') ?? numberParameter(parameters, 'max_output_tokens');
  const thinkingConfig = {
    ...(level === undefined ? {} : { thinkingLevel: level }),
    ...(budget === undefined ? {} : { thinkingBudget: budget }),
    ...(includeThoughts === undefined ? {} : { includeThoughts }),
  };
  const generationConfig = {
    ...bodyParameters(parameters, OWN_PARAMETERS),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(Object.keys(thinkingConfig).length === 0 ? {} : { thinkingConfig }),
    ...(resolution === undefined || byPart ? {} : { mediaResolution: resolution }),
    ...(request.json ? { responseMimeType: 'application/json' } : {}),
  };
  const onPart = resolution !== undefined && byPart ? { mediaResolution: { level: resolution } } : {};
  return {
    ...(request.system === undefined ? {} : { systemInstruction: { parts: [{ text: request.system }] } }),
    contents: [{ role: 'user', parts: request.parts.flatMap((part) => toParts(part, onPart, fpsOf(parameters))) }],
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
}

function toParts(part: RequestPart | UploadedPart, onPart: object, fps: number | undefined): readonly JsonObject[] {
  const onVideo = { ...onPart, ...(fps === undefined ? {} : { videoMetadata: { fps } }) };
  switch (part.kind) {
    case 'text':
      return [{ text: part.text }];
    case 'video':
      return [{ inlineData: { mimeType: 'video/mp4', data: toBase64(part.bytes) }, ...onVideo }];
    case 'youtube': {
      const window = { startOffset: `${part.startSeconds}s`, endOffset: `${part.endSeconds}s` };
      const videoMetadata = { ...window, ...(fps === undefined ? {} : { fps }) };
      return [{ fileData: { fileUri: part.url }, ...onPart, videoMetadata }];
    }
    case 'uploaded':
      return [{ fileData: { mimeType: 'video/mp4', fileUri: part.uri }, ...onVideo }];
    case 'frames':
      return part.images.map((image) => ({ inlineData: { mimeType: 'image/jpeg', data: toBase64(image) }, ...onPart }));
  }
}

const replySchema = v.looseObject({
  candidates: v.optional(
    v.nullable(
      v.array(
        v.looseObject({
          content: v.optional(
            v.nullable(
              v.looseObject({
                parts: v.optional(
                  v.nullable(
                    v.array(v.looseObject({ text: v.optional(v.nullable(v.string())), thought: side(v.boolean()) })),
                  ),
                ),
              }),
            ),
          ),
          finishReason: sideWords,
        }),
      ),
    ),
  ),
  promptFeedback: side(v.looseObject({ blockReason: sideWords })),
  usageMetadata: side(
    v.looseObject({
      promptTokenCount: sideCount,
      candidatesTokenCount: sideCount,
      thoughtsTokenCount: sideCount,
      cachedContentTokenCount: sideCount,
    }),
  ),
  modelVersion: sideWords,
});

/** @throws {SonoscoreError} `malformed-reply` where there is neither a candidate nor a reason for none */
export function fromReply(json: unknown, latencyMs: number): ModelReply {
  const parsed = v.safeParse(replySchema, json);
  const candidate = parsed.success ? parsed.output.candidates?.[0] : undefined;
  const blockReason = parsed.success ? (parsed.output.promptFeedback?.blockReason ?? undefined) : undefined;
  if (!parsed.success || (candidate === undefined && blockReason === undefined)) {
    throw malformedReply(LABEL, 'holds no candidate');
  }
  const { usageMetadata: usage, modelVersion } = parsed.output;
  const parts = candidate?.content?.parts ?? [];
  const joined = (thought: boolean) =>
    parts.map((part) => ((part.thought ?? false) === thought ? (part.text ?? '') : '')).join('');
  const text = joined(false);
  const thinking = joined(true);
  // Google's JSON leaves out what is 0, as for a blocked prompt; without a word either way, nothing was written.
  const nothing = typeof usage?.promptTokenCount === 'number' && text === '' && thinking === '' ? 0 : undefined;
  const shown = usage?.candidatesTokenCount ?? nothing;
  const thought = usage?.thoughtsTokenCount ?? undefined;
  return {
    text,
    thinking: thinking === '' ? undefined : thinking,
    finishReason: candidate === undefined ? 'blocked' : finishReasonOf(candidate.finishReason ?? undefined),
    rawFinishReason: candidate === undefined ? blockReason : (candidate.finishReason ?? undefined),
    usage: {
      inputTokens: usage?.promptTokenCount ?? undefined,
      // It counts thoughts apart, but bills both as output.
      outputTokens: shown === undefined && thought === undefined ? undefined : (shown ?? 0) + (thought ?? 0),
      thinkingTokens: thought,
      cachedTokens: usage?.cachedContentTokenCount ?? undefined,
    },
    modelVersion: modelVersion ?? undefined,
    latencyMs,
  };
}

/** Google's Gemini API. Large videos are uploaded first and deleted afterwards. */
export function gemini({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'gemini',
    readsYouTube: true,
    mediaLimits: (): MediaLimits => ({ form: 'video' }),
    ask(request, key, signal) {
      const connection = {
        fetch,
        baseUrl: request.baseUrl,
        headers: keyHeader(key),
        key,
        signal,
        timeoutMs: timeoutMsOf(request.parameters),
        server: serverOf(HOSTS, request.baseUrl),
      };
      const megabytes = numberParameter(request.parameters, 'upload_over_megabytes') ?? INLINE_MEGABYTES;
      return withUploads(connection, request, megabytes * 1e6, async (ready) => {
        const path = `${request.modelId.includes('/') ? '' : 'models/'}${encodeURI(request.modelId)}:generateContent`;
        const answer = await postJson({ ...connection, url: joinUrl(request.baseUrl, path), body: toBody(ready) });
        return fromReply(answer.json, answer.latencyMs);
      });
    },
  };
}

/** In a header and never in the address, where histories and logs would keep it. */
function keyHeader(key: string | undefined): Readonly<Record<string, string>> {
  const trimmed = key?.trim() ?? '';
  return trimmed === '' ? {} : { 'x-goog-api-key': trimmed };
}

function mediaResolution(level: string | undefined): string | undefined {
  return level === undefined || level === 'unset' ? undefined : `MEDIA_RESOLUTION_${level.toUpperCase()}`;
}

function fpsOf(parameters: ModelRequest['parameters']): number | undefined {
  const fps = numberParameter(parameters, 'fps');
  if (fps === undefined || (fps > 0 && fps <= MAX_FPS)) return fps;
  throw badRequest(
    `Gemini samples more than 0 and at most ${MAX_FPS} frames a second: change the parameter fps, or leave it out.`,
  );
}

function finishReasonOf(reason: string | undefined): FinishReason {
  switch (reason) {
    case 'STOP':
      return 'stop';
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
      return 'blocked';
    default:
      return 'other';
  }
}
