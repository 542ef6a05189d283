import type { BrowserCommand } from 'vitest/node';

import type { Reply } from '../../servers/call.ts';
import type { Expectation } from '../../servers/expectation.ts';
import type { StandInModel } from '../../servers/stand-in-model.ts';

export type DialectName = 'chat' | 'responses' | 'ark' | 'gemini' | 'anthropic';

export interface StandInRequest {
  readonly dialect: DialectName;
  readonly expect?: Expectation;
  readonly cors?: boolean;
  /** Given in turn, the last one for ever. Default: a letter. */
  readonly replies?: readonly Reply[];
}

/** What of a call crosses over to the page. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly problems: readonly string[];
  readonly ending: string;
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts a stand-in in Node and tells its base URL, which names it from then on. */
    startStandIn(request: StandInRequest): Promise<string>;
    standInCalls(baseUrl: string): Promise<readonly SeenCall[]>;
    stopStandIns(): Promise<void>;
  }
}

const running = new Map<string, StandInModel>();

const startStandIn: BrowserCommand<[StandInRequest]> = async (_context, request) => {
  // Only when it is asked for: every run of the tests reads this file, few need a server.
  const servers = await import('../../servers/stand-in-model.ts');
  const dialects = {
    chat: () => servers.chatDialect,
    responses: () => servers.responsesDialect({ takesVideo: false }),
    ark: () => servers.responsesDialect({ takesVideo: true }),
    gemini: servers.geminiDialect,
    anthropic: () => servers.anthropicDialect,
  };
  const { replies } = request;
  const server = await servers.startStandInModel({
    dialect: dialects[request.dialect](),
    ...(request.expect === undefined ? {} : { expect: request.expect }),
    ...(request.cors === undefined ? {} : { cors: request.cors }),
    answer: (call) => replies?.[Math.min(call.index, replies.length - 1)] ?? { kind: 'text', text: 'B' },
  });
  running.set(server.baseUrl, server);
  return server.baseUrl;
};

const standInCalls: BrowserCommand<[string]> = (_context, baseUrl) =>
  (running.get(baseUrl)?.calls ?? []).map((call) => ({
    method: call.method,
    path: call.path,
    headers: call.headers,
    body: call.body,
    problems: call.problems,
    ending: call.ending(),
  }));

const stopStandIns: BrowserCommand<[]> = async () => {
  await Promise.all([...running.values()].map((server) => server.close()));
  running.clear();
};

/** For the browser project of vitest.config.ts: what tests in the page have Node do. */
export const standInCommands = { startStandIn, standInCalls, stopStandIns };
