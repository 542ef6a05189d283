import { expect, test } from 'vitest';

import { createProviders, fetchThroughRelay, presets } from '../../../src/providers/index.ts';

const RELAY = 'http://127.0.0.1:8787/t/some-token';

/** Where a call goes that a provider makes to this base URL. */
async function addressOfCall(provider: string, baseUrl: string, relay: string | undefined): Promise<string> {
  const asked: string[] = [];
  const fetch = fetchThroughRelay(
    (url) => {
      asked.push(url);
      return Promise.resolve(new Response('{}', { status: 500 }));
    },
    () => relay,
  );
  const request = {
    baseUrl,
    modelId: 'm',
    system: undefined,
    parts: [{ kind: 'text', text: 'Hello' }] as const,
    parameters: {},
    json: false,
  };
  await createProviders({ fetch })
    .get(provider)!
    .ask(request, 'sk-1', AbortSignal.timeout(5000))
    .catch(() => undefined);
  return asked[0] ?? 'nowhere';
}

test.each(presets.filter(({ reach }) => reach === 'relay').map(({ id, provider, baseUrl }) => [id, provider, baseUrl]))(
  '%s is called through the relay once one is set, and at its own address without',
  async (id, provider, baseUrl) => {
    expect(await addressOfCall(provider!, baseUrl!, undefined)).toMatch(`${baseUrl}/`);
    const relayed = await addressOfCall(provider!, baseUrl!, `${RELAY}/`);
    expect(relayed).toMatch(new RegExp(`^${RELAY}/api/${id}/(?:chat/completions|responses)$`));
  },
);

test('a workspace goes by its name', async () => {
  const own = 'https://team.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1';
  expect(await addressOfCall('qwen', own, RELAY)).toBe(
    `${RELAY}/api/qwen-workspace/team.ap-southeast-1/chat/completions`,
  );
});

test('services that answer browsers, and look-alikes, are called at their own address', async () => {
  const direct = 'http://127.0.0.1:9/v1';
  expect(await addressOfCall('openai-compatible', direct, RELAY)).toBe(`${direct}/chat/completions`);
  const lookAlike = 'https://dashscope-intl.aliyuncs.com.example.org/compatible-mode/v1';
  expect(await addressOfCall('qwen', lookAlike, RELAY)).toBe(`${lookAlike}/chat/completions`);
});
