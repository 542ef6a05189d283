import type { NamedPassage } from './call.ts';
import {
  type Dialect,
  type DialectCall,
  isObject,
  listOf,
  parseBase64,
  type SideCall,
  type SideReply,
} from './dialect.ts';

interface StoredFile {
  readonly name: string;
  readonly mimeType: string;
  readonly declaredBytes: number;
  bytes: Uint8Array<ArrayBuffer>;
  polls: number;
  deleted: boolean;
}

export interface GeminiDialect extends Dialect {
  /** What was uploaded, and whether it was deleted again. */
  readonly files: readonly Readonly<StoredFile>[];
  /** Makes the next chunk of an upload fail with a 503 after half of it has arrived. */
  breakNextChunk(): void;
}

/** Google's generateContent with its Files API. A file is PROCESSING at first, as there. */
export function geminiDialect(): GeminiDialect {
  const files: StoredFile[] = [];
  let breaksNext = false;

  function side({ method, path, headers, bytes, origin }: SideCall): SideReply | undefined {
    if (path === '/upload/v1alpha/files' && headers['x-goog-upload-command'] === 'start') {
      const name = `files/${files.length + 1}`;
      files.push({
        name,
        mimeType: headers['x-goog-upload-header-content-type'] ?? '',
        declaredBytes: Number(headers['x-goog-upload-header-content-length']),
        bytes: new Uint8Array(),
        polls: 0,
        deleted: false,
      });
      return { status: 200, headers: { 'X-Goog-Upload-URL': `${origin}/upload/session?id=${name}` }, body: undefined };
    }
    const session = /^\/upload\/session\?id=(files\/\d+)$/.exec(path)?.[1];
    const file = files.find(({ name }) => name === (session ?? path.slice('/v1alpha/'.length)));
    if (file === undefined) return undefined;
    if (session === undefined) {
      if (method === 'DELETE') {
        file.deleted = true;
        return { status: 200, headers: {}, body: {} };
      }
      file.polls += 1;
      return { status: 200, headers: {}, body: describe(file, origin) };
    }
    if (headers['x-goog-upload-command'] === 'query') {
      return { status: 200, headers: { 'X-Goog-Upload-Size-Received': String(file.bytes.length) }, body: undefined };
    }
    if (Number(headers['x-goog-upload-offset']) !== file.bytes.length) {
      return { status: 400, headers: {}, body: { error: { code: 400, message: 'the offset is wrong' } } };
    }
    const arrived = breaksNext ? bytes.subarray(0, bytes.length >> 1) : bytes;
    file.bytes = new Uint8Array(Buffer.concat([file.bytes, arrived]));
    if (breaksNext) {
      breaksNext = false;
      return { status: 503, headers: {}, body: { error: { code: 503, message: 'try later', status: 'UNAVAILABLE' } } };
    }
    if (headers['x-goog-upload-command'] !== 'upload, finalize') return { status: 200, headers: {}, body: undefined };
    if (file.bytes.length !== file.declaredBytes) {
      return { status: 400, headers: {}, body: { error: { code: 400, message: 'bytes are missing' } } };
    }
    return { status: 200, headers: {}, body: { file: describe(file, origin) } };
  }

  return {
    basePath: '/v1alpha',
    files,
    breakNextChunk: () => (breaksNext = true),
    isQuestion: (method, path) => method === 'POST' && path.endsWith(':generateContent'),
    allowedHeaders: [
      'x-goog-api-key',
      'x-goog-upload-protocol',
      'x-goog-upload-command',
      'x-goog-upload-offset',
      'x-goog-upload-header-content-length',
      'x-goog-upload-header-content-type',
    ],
    exposedHeaders: ['x-goog-upload-url', 'x-goog-upload-size-received'],
    keyOf: (headers) => headers['x-goog-api-key'],
    side,
    parse: (body, path) => parseContents(body, path, files),
    render: (reply, modelId) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              ...(reply.thinking === undefined ? [] : [{ text: reply.thinking, thought: true }]),
              { text: reply.text, thoughtSignature: 'c2ln' },
            ],
          },
          finishReason: reply.finishReason ?? 'STOP',
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: reply.usage?.inputTokens ?? 100,
        candidatesTokenCount: (reply.usage?.outputTokens ?? 5) - (reply.usage?.thinkingTokens ?? 0),
        thoughtsTokenCount: reply.usage?.thinkingTokens ?? 0,
        ...(reply.usage?.cachedTokens === undefined ? {} : { cachedContentTokenCount: reply.usage.cachedTokens }),
        totalTokenCount: 105,
      },
      modelVersion: modelId,
      responseId: 'stand-in',
    }),
    renderStream: () => [],
    error: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
  };
}

function describe(file: StoredFile, origin: string): object {
  const state = file.polls === 0 ? 'PROCESSING' : 'ACTIVE';
  return { name: file.name, mimeType: file.mimeType, uri: `${origin}/v1alpha/${file.name}`, state };
}

/** What is wrong with it, in words, or the passage: offsets are durations as JSON writes them, and the end lies after the start. */
function passageOf(uri: string, videoMetadata: unknown): NamedPassage | string {
  const youtubeId = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/.exec(uri)?.[1];
  if (youtubeId === undefined) return `no address of one YouTube video: ${uri}`;
  const { startOffset, endOffset, fps, ...others } = isObject(videoMetadata) ? videoMetadata : {};
  if (Object.keys(others).length > 0) return `unknown metadata of a video: ${Object.keys(others).join(', ')}`;
  const [startSeconds, endSeconds] = [startOffset, endOffset].map((offset) =>
    typeof offset === 'string' && /^\d+(?:\.\d{1,9})?s$/.test(offset) ? Number(offset.slice(0, -1)) : NaN,
  );
  if (startSeconds === undefined || endSeconds === undefined || !(startSeconds < endSeconds))
    return 'the offsets of the passage are no window';
  if (fps !== undefined && !(typeof fps === 'number' && fps > 0 && fps <= 24)) return 'fps is out of range';
  return { youtubeId, startSeconds, endSeconds, fps: typeof fps === 'number' ? fps : undefined };
}

function parseContents(body: unknown, path: string, files: readonly StoredFile[]): DialectCall {
  const texts: string[] = [];
  const videos: DialectCall['videos'][number][] = [];
  const images: DialectCall['images'][number][] = [];
  const passages: NamedPassage[] = [];
  const problems: string[] = [];
  const root = isObject(body) ? body : {};
  if (/[?&]key=/.test(path)) problems.push('the key is in the address');
  for (const content of listOf(root['contents'])) {
    const { role, parts } = isObject(content) ? content : {};
    if (role !== 'user') problems.push(`a content has the role ${String(role)}`);
    for (const part of listOf(parts)) {
      const { text, inlineData, fileData, videoMetadata } = isObject(part) ? part : {};
      if (typeof text === 'string') {
        texts.push(text);
      } else if (isObject(inlineData)) {
        const mimeType = String(inlineData['mimeType']);
        const bytes = parseBase64(inlineData['data']);
        if (bytes === undefined) problems.push('inline data is no base64');
        else if (mimeType.startsWith('image/')) images.push({ mimeType, bytes });
        else videos.push({ mimeType, bytes });
      } else if (isObject(fileData) && /youtu/i.test(String(fileData['fileUri']))) {
        const passage = passageOf(String(fileData['fileUri']), videoMetadata);
        if (typeof passage === 'string') problems.push(passage);
        else passages.push(passage);
      } else if (isObject(fileData)) {
        const file = files.find(({ name }) => String(fileData['fileUri']).endsWith(name));
        if (file === undefined || file.polls === 0) problems.push('the file is not ready');
        else videos.push({ mimeType: file.mimeType, bytes: file.bytes });
      } else {
        problems.push('a part is not understood');
      }
    }
  }
  const system = isObject(root['systemInstruction']) ? listOf(root['systemInstruction']['parts'])[0] : undefined;
  return {
    modelId: /\/models\/([^/:]+):/.exec(path)?.[1],
    system: isObject(system) && typeof system['text'] === 'string' ? system['text'] : undefined,
    texts,
    videos,
    images,
    passages,
    problems,
    wantsStream: false,
    wantsJson:
      isObject(root['generationConfig']) && root['generationConfig']['responseMimeType'] === 'application/json',
  };
}
