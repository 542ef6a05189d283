import type { ModelRequest, RequestPart } from '../../../src/app/index.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';
import type { DialectName } from './stand-in-commands.ts';

export const KEY = 'sk-Test/0123456789+abcdefghijklmnop';
export const QUESTION = 'Which way does the probe move?\nA. Left\nB. Right';
export const SYSTEM = 'Answer by one letter.';

const bytes = await tinyMp4({ widthPixels: 64, heightPixels: 48, durationSeconds: 2 });
const jpeg = await grayJpeg();
export const video: RequestPart = { kind: 'video', bytes, durationSeconds: 2 };
const frames: RequestPart = { kind: 'frames', images: [jpeg, jpeg], framesPerSecond: 5 };
const videoUrl = `data:video/mp4;base64,${base64(bytes)}`;
const imageUrl = `data:image/jpeg;base64,${base64(jpeg)}`;

export interface Dialogue {
  readonly name: string;
  readonly dialect: DialectName;
  readonly media: RequestPart;
  readonly parameters: ModelRequest['parameters'];
  readonly path: string;
  readonly keyHeader: Readonly<Record<string, string>>;
  readonly body: object;
}

const chatMessages = (part: object) => [
  { role: 'system', content: SYSTEM },
  { role: 'user', content: [part, { type: 'text', text: QUESTION }] },
];
const bearer = { authorization: `Bearer ${KEY}` };

/** One question to every provider: what goes in, and what must arrive. */
export const dialogues: readonly Dialogue[] = [
  {
    name: 'gemini',
    dialect: 'gemini',
    media: video,
    parameters: { temperature: 1, media_resolution: 'low', thinking_level: 'low' },
    path: '/v1alpha/models/some-model:generateContent',
    keyHeader: { 'x-goog-api-key': KEY },
    body: {
      systemInstruction: { parts: [{ text: SYSTEM }] },
      contents: [
        {
          role: 'user',
          parts: [
            {
              inlineData: { mimeType: 'video/mp4', data: base64(bytes) },
              mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' },
            },
            { text: QUESTION },
          ],
        },
      ],
      generationConfig: { temperature: 1, thinkingConfig: { thinkingLevel: 'LOW' } },
    },
  },
  {
    name: 'openai',
    dialect: 'responses',
    media: frames,
    parameters: { 'reasoning.effort': 'low' },
    path: '/v1/responses',
    keyHeader: bearer,
    body: {
      model: 'some-model',
      instructions: SYSTEM,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: imageUrl },
            { type: 'input_image', image_url: imageUrl },
            { type: 'input_text', text: QUESTION },
          ],
        },
      ],
      store: false,
      reasoning: { effort: 'low' },
    },
  },
  {
    name: 'qwen',
    dialect: 'chat',
    media: video,
    parameters: { fps: 2, enable_thinking: true },
    path: '/v1/chat/completions',
    keyHeader: bearer,
    body: {
      model: 'some-model',
      messages: chatMessages({ type: 'video_url', video_url: { url: videoUrl }, fps: 2 }),
      stream: true,
      stream_options: { include_usage: true },
      enable_thinking: true,
    },
  },
  {
    name: 'seed',
    dialect: 'ark',
    media: video,
    parameters: { fps: 1, 'thinking.type': 'enabled' },
    path: '/api/v3/responses',
    keyHeader: bearer,
    body: {
      model: 'some-model',
      instructions: SYSTEM,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_video', video_url: videoUrl, fps: 1 },
            { type: 'input_text', text: QUESTION },
          ],
        },
      ],
      store: false,
      stream: true,
      thinking: { type: 'enabled' },
    },
  },
  {
    name: 'openrouter',
    dialect: 'chat',
    media: video,
    parameters: { 'reasoning.effort': 'low' },
    path: '/v1/chat/completions',
    keyHeader: bearer,
    body: {
      model: 'some-model',
      messages: chatMessages({ type: 'video_url', video_url: { url: videoUrl } }),
      reasoning: { effort: 'low' },
    },
  },
  {
    name: 'anthropic',
    dialect: 'anthropic',
    media: frames,
    parameters: { max_tokens: 500 },
    path: '/v1/messages',
    keyHeader: {
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    },
    body: {
      model: 'some-model',
      max_tokens: 500,
      system: SYSTEM,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: base64(jpeg) } },
            { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: base64(jpeg) } },
            { type: 'text', text: QUESTION },
          ],
        },
      ],
    },
  },
  {
    name: 'openai-compatible',
    dialect: 'chat',
    media: video,
    parameters: { temperature: 0, max_tokens: 64 },
    path: '/v1/chat/completions',
    keyHeader: bearer,
    body: {
      model: 'some-model',
      messages: chatMessages({ type: 'video_url', video_url: { url: videoUrl } }),
      temperature: 0,
      max_tokens: 64,
    },
  },
];

async function grayJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(32, 32);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'gray';
  context.fillRect(0, 0, 32, 32);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
}

function base64(data: Uint8Array): string {
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
}
