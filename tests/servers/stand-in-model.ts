import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import type { AnswerRule, ParsedCall, Reply } from './call.ts';
import { chatDialect } from './chat-dialect.ts';
import type { Dialect } from './dialect.ts';
import { type Expectation, findProblems, keyProblem } from './expectation.ts';
import { readMp4Facts } from './mp4-facts.ts';

export type { ParsedCall, Reply } from './call.ts';
export { anthropicDialect } from './anthropic-dialect.ts';
export { chatDialect } from './chat-dialect.ts';
export type { Expectation } from './expectation.ts';
export { geminiDialect } from './gemini-dialect.ts';
export { responsesDialect } from './responses-dialect.ts';

export interface StandInOptions {
  /** Default: any free one. */
  readonly port?: number;
  /** Default: OpenAI's chat completions. */
  readonly dialect?: Dialect;
  readonly expect?: Expectation;
  /** Default: a verdict to a judge, `B` to a question with options, a short sentence to others. */
  readonly answer?: AnswerRule;
  /** Which origins get CORS headers: any (default), or none, as the services do that do not answer browsers. */
  readonly cors?: boolean;
}

export interface StandInModel {
  /** With the dialect's path, such as `http://127.0.0.1:40001/v1`. */
  readonly baseUrl: string;
  /** Every call so far, oldest first; grows while the server runs. */
  readonly calls: readonly ParsedCall[];
  /** The most calls that were ever open at once. */
  readonly peakInFlight: () => number;
  /** Changes the rule for the calls to come. */
  readonly answerWith: (rule: AnswerRule) => void;
  /** Changes what is required of the calls to come. */
  readonly expect: (expectation: Expectation) => void;
  readonly close: () => Promise<void>;
}

/** Starts a model server on 127.0.0.1 that checks what it gets, records it, and answers by rule. */
export async function startStandInModel(options: StandInOptions = {}): Promise<StandInModel> {
  const dialect = options.dialect ?? chatDialect;
  const calls: ParsedCall[] = [];
  let rule: AnswerRule = options.answer ?? defaultAnswer;
  let expectation = options.expect ?? {};
  let inFlight = 0;
  let peak = 0;

  const server = createServer((request, response) => {
    if (options.cors !== false) allowOrigin(request, response, dialect);
    if (request.method === 'OPTIONS') {
      response.writeHead(options.cors === false ? 405 : 204).end();
      return;
    }
    inFlight += 1;
    peak = Math.max(peak, inFlight);
    response.on('close', () => (inFlight -= 1));
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    const bytes = await readBody(request);
    if (!dialect.isQuestion(method, path.split('?')[0] ?? path)) {
      const headers = flatHeaders(request);
      const side = dialect.side?.({ method, path, headers, bytes, origin: `http://${request.headers.host ?? ''}` });
      if (side === undefined) sendJson(response, 404, dialect.error(404, `no such address: ${method} ${path}`));
      else response.writeHead(side.status, side.headers).end(side.body === undefined ? '' : JSON.stringify(side.body));
      return;
    }
    const { call, wantsStream } = await parseCall(request, response, bytes, calls.length);
    calls.push(call);
    const badKey = keyProblem(call.key, expectation);
    if (call.problems.length > 0) {
      const status = badKey === undefined ? 400 : 401;
      sendJson(response, status, dialect.error(status, call.problems.join('; ')));
      return;
    }
    await sendReply(response, await rule(call), dialect, call.modelId ?? '', wantsStream);
  }

  async function parseCall(request: IncomingMessage, response: ServerResponse, bytes: Buffer, index: number) {
    const headers = flatHeaders(request);
    const path = request.url ?? '/';
    const body = parseJson(bytes);
    const parsed = dialect.parse(body, path, headers);
    const key = dialect.keyOf(headers);
    const videos = await Promise.all(
      parsed.videos.map(async (video) => ({ ...video, facts: await readMp4Facts(video.bytes) })),
    );
    const seen = { key, modelId: parsed.modelId, system: parsed.system, text: parsed.texts.join('\n\n') };
    const received = { ...seen, videos, images: parsed.images };
    const badKey = keyProblem(key, expectation);
    const contentType = /^application\/json\b/.test(headers['content-type'] ?? '')
      ? []
      : ['the body is not called JSON'];
    const problems = [
      ...(badKey === undefined ? [] : [badKey]),
      ...contentType,
      ...parsed.problems,
      ...findProblems(received, expectation),
    ];
    const ending = () => (response.writableFinished ? 'answered' : response.destroyed ? 'client-left' : 'pending');
    const call: ParsedCall = {
      index,
      method: request.method ?? '',
      path,
      headers,
      body,
      ...received,
      passages: parsed.passages ?? [],
      wantsJson: parsed.wantsJson,
      problems,
      ending,
    };
    return { call, wantsStream: parsed.wantsStream };
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}${dialect.basePath}`,
    calls,
    peakInFlight: () => peak,
    answerWith: (next) => (rule = next),
    expect: (next) => (expectation = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function allowOrigin(request: IncomingMessage, response: ServerResponse, dialect: Dialect): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Vary', 'Origin');
  if (dialect.exposedHeaders !== undefined) {
    response.setHeader('Access-Control-Expose-Headers', dialect.exposedHeaders.join(', '));
  }
  if (request.method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE');
  // Named one by one, as strict servers do: a header too many must fail here as it would there.
  response.setHeader('Access-Control-Allow-Headers', ['content-type', ...dialect.allowedHeaders].join(', '));
  response.setHeader('Access-Control-Allow-Private-Network', 'true');
}

function flatHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function sendReply(
  response: ServerResponse,
  reply: Reply,
  dialect: Dialect,
  modelId: string,
  wantsStream: boolean,
): Promise<void> {
  if ('delayMs' in reply && reply.delayMs !== undefined) await sleep(reply.delayMs);
  if (response.destroyed) return;
  switch (reply.kind) {
    case 'hang':
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'raw': {
      if (reply.cors === false) response.removeHeader('Access-Control-Allow-Origin');
      const isText = typeof reply.body === 'string';
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      const type = isText && /^\s*</.test(text) ? 'text/html' : 'application/json';
      response.writeHead(reply.status ?? 200, { 'Content-Type': type, ...reply.headers }).end(text);
      return;
    }
    case 'cut': {
      const whole = Buffer.from(JSON.stringify(dialect.render({ kind: 'text', text: reply.text }, modelId)));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': whole.length });
      response.write(whole.subarray(0, whole.length >> 1), () => response.socket?.destroy());
      return;
    }
    case 'text':
      if (!wantsStream) {
        sendJson(response, 200, dialect.render(reply, modelId));
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const event of dialect.renderStream(reply, modelId)) {
        if (response.destroyed) return;
        response.write(`${event.startsWith('event: ') ? event : `data: ${event}`}\n\n`);
        if (reply.eventDelayMs !== undefined) await sleep(reply.eventDelayMs);
      }
      response.end();
  }
}

const VERDICT = { explanation: 'The movement is seen, its aim is not.', error_type: 'wrong_conclusion', score: 1 };

/** Enough for trying things by hand. */
function defaultAnswer(call: ParsedCall): Reply {
  if (call.wantsJson) return { kind: 'text', text: JSON.stringify(VERDICT) };
  const hasOptions = /^\s*B[.)]/m.test(call.text);
  return { kind: 'text', text: hasOptions ? 'B' : 'The structure in the middle of the picture moves to the left.' };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const at = process.argv.indexOf('--port');
  const server = await startStandInModel({ port: at < 0 ? 0 : Number(process.argv[at + 1]) });
  console.log(`Stand-in model at ${server.baseUrl} (any key, any model id)`);
}
