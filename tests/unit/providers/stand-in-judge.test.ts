import { afterAll, expect, test } from 'vitest';

import { parseVerdict } from '../../../src/domain/protocol/index.ts';
import { createProviders } from '../../../src/providers/index.ts';
import { chatDialect, geminiDialect, responsesDialect, startStandInModel } from '../../servers/stand-in-model.ts';
import { textRequest } from './answering.ts';

const dialects = [
  ['openai-compatible', chatDialect],
  ['openai', responsesDialect({ takesVideo: false })],
  ['gemini', geminiDialect()],
] as const;
const started = await Promise.all(
  dialects.map(async ([name, dialect]) => ({ name, server: await startStandInModel({ dialect }) })),
);
afterAll(() => Promise.all(started.map(({ server }) => server.close())));

test.each(started)('left to itself, $name answers as model and as judge', async ({ name, server }) => {
  const provider = createProviders({ fetch }).get(name)!;
  const ask = async (json: boolean) => {
    const request = textRequest({ baseUrl: server.baseUrl, json });
    return (await provider.ask(request, 'any-key', AbortSignal.timeout(20_000))).text;
  };
  expect(parseVerdict(await ask(true))).toMatchObject({ kind: 'verdict', score: 1, errorType: 'wrong_conclusion' });
  expect(parseVerdict(await ask(false)).kind).toBe('malformed');
});
