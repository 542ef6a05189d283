import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { createProviders, type Fetch } from '../../../src/providers/index.ts';
import { answering, failureOf, KEY, providerNamed, textRequest } from './answering.ts';

const { signal } = new AbortController();

test('no provider follows a redirect, which would carry the key and the clip to another host', async () => {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/elsewhere') === true) reached.push(JSON.stringify(request.headers));
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  try {
    for (const provider of createProviders({ fetch }).values()) {
      const failure = await failureOf(provider.ask(textRequest({ baseUrl }), KEY, signal));
      expect(failure, provider.name).toMatchObject({ kind: 'bad-request', retryable: false });
      expect(failure.message).toMatch(/sends calls on to another address/);
    }
    expect(reached).toEqual([]);
  } finally {
    server.close();
  }
});

test('a reply without end is hung up on, long before it fills the memory', async () => {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20);
  let sent = 0;
  let hungUp = false;
  const endless: Fetch = () => {
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(chunk);
      },
      cancel: () => {
        hungUp = true;
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  };
  const failure = await failureOf(providerNamed('openai-compatible', endless).ask(textRequest(), KEY, signal));
  expect(failure).toMatchObject({ kind: 'malformed-reply', retryable: false });
  expect(failure.message).toMatch(/longer than any answer/);
  expect(sent).toBeLessThan(40);
  expect(hungUp).toBe(true);
});

test('a key that a server echoes in pieces, or written otherwise, is in no reply', async () => {
  const deltas = [KEY.slice(0, 9), KEY.slice(9)].map((content) => ({ choices: [{ delta: { content } }] }));
  const events = [...deltas, { choices: [{ delta: {}, finish_reason: 'stop' }] }];
  const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const escaped = JSON.stringify({ choices: [{ message: { content: KEY }, finish_reason: 'stop' }] });
  const replies = [
    ['qwen', { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream }],
    ['openai-compatible', { status: 200, body: escaped.replace('sk-', 'sk\\u002d') }],
  ] as const;
  for (const [name, reply] of replies) {
    const { fetch } = answering(reply);
    const { text } = await providerNamed(name, fetch).ask(textRequest(), KEY, signal);
    expect(text).toBe('[key]');
  }
});
