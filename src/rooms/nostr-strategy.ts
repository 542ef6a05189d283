import {
  createRelayManager,
  createTopicStrategy,
  genId,
  type JoinRoom,
  type JoinRoomConfig,
  makeSocket,
  type SocketClient,
} from '@trystero-p2p/core';
import { createEvent, defaultRelayUrls, subscribe } from '@trystero-p2p/nostr';

/**
 * How often the teacher's page greets. Trystero's own Nostr strategy falls back to once a minute, and phones, which only answer,
 * would wait so long.
 */
const GREETED_EVERY_MS = 4_000;
/** Of the library's list: greetings are few, and one relay that answers is enough. */
const RELAYS_ASKED = 5;
const SUBSCRIPTION_CHARACTERS = 64;

type Listener = (content: string) => void;

const relays = createRelayManager<SocketClient>(({ socket }) => socket);
/** By relay: who listens under which subscription, and to what. */
const subscriptions = new WeakMap<SocketClient, Map<string, { readonly topic: string; readonly listen: Listener }>>();

/** Relays that are asked where nobody named others. */
export const publicRelayUrls: readonly string[] = defaultRelayUrls.slice(0, RELAYS_ASKED);

export const relaySockets = (): readonly WebSocket[] => Object.values(relays.getSockets());

/** Trystero's rooms, greeting over Nostr relays (NIP-01). */
export const joinRoom: JoinRoom<JoinRoomConfig> = createTopicStrategy<SocketClient>({
  steadyAnnounceIntervalMs: GREETED_EVERY_MS,
  init: ({ relayConfig }) =>
    (relayConfig?.urls ?? publicRelayUrls).map((url) => relays.register(url, () => connect(url)).ready),
  subscribeTopic: (relay, topic, onMessage) => {
    const id = genId(SUBSCRIPTION_CHARACTERS);
    const own = subscriptions.get(relay);
    own?.set(id, { topic, listen: (content) => void onMessage(topic, content) });
    relay.send(subscribe(id, topic));
    return () => {
      own?.delete(id);
      relay.send(JSON.stringify(['CLOSE', id]));
    };
  },
  publishTopic: async (relay, topic, message) => {
    relay.send(await createEvent(topic, typeof message === 'string' ? message : JSON.stringify(message)));
  },
});

function connect(url: string): SocketClient {
  const own = new Map<string, { readonly topic: string; readonly listen: Listener }>();
  const client = makeSocket(
    url,
    (data) => {
      const told = eventIn(data);
      if (told !== undefined) own.get(told.subscription)?.listen(told.content);
    },
    () => {
      // A relay that was lost has forgotten what was asked of it.
      for (const [id, { topic }] of own) client.send(subscribe(id, topic));
    },
  );
  subscriptions.set(client, own);
  return client;
}

/** Anything else that a relay says (notices, receipts) asks nothing of us. */
function eventIn(data: string): { readonly subscription: string; readonly content: string } | undefined {
  try {
    const said: unknown = JSON.parse(data);
    if (!Array.isArray(said)) return undefined;
    const [type, subscription, event]: readonly unknown[] = said;
    if (type !== 'EVENT' || typeof subscription !== 'string' || typeof event !== 'object' || event === null)
      return undefined;
    const content: unknown = Reflect.get(event, 'content');
    return typeof content === 'string' ? { subscription, content } : undefined;
  } catch {
    return undefined;
  }
}
