import { type ClassNetwork, type RoomLine, SonoscoreError } from '../app/index.ts';
import { joinRoom, publicRelayUrls, relaySockets } from './nostr-strategy.ts';

const APP_ID = 'sonoscore-classroom-1';
const RELAYS_LOOKED_AT_MS = 2_000;

type Enter = ClassNetwork['enter'];

/** Comes into a room by Trystero: greetings over Nostr relays, all else from browser to browser. */
export async function enterRoom(...[room, role, events]: Parameters<Enter>): Promise<RoomLine> {
  if (typeof RTCPeerConnection === 'undefined')
    throw new SonoscoreError({
      kind: 'network-or-cors',
      retryable: false,
      message: 'This browser cannot connect to others (it has no WebRTC): use another one, or a code in its place.',
    });
  const { roomId, password, relayUrls, stunUrls } = room;
  const joined = joinRoom(
    {
      appId: APP_ID,
      password,
      // Who is passive answers the teacher's page only: thirty phones are thirty connections, not four hundred.
      passive: role === 'phone',
      relayConfig: {
        warnOnRelayFailure: false,
        ...(relayUrls.length > 0 ? { urls: [...relayUrls] } : {}),
      },
      ...(stunUrls === undefined ? {} : { rtcConfig: { iceServers: stunUrls.map((urls) => ({ urls })) } }),
    },
    roomId,
  );
  const said = joined.makeAction<string>('said');
  said.onMessage = (message, { peerId }) => events.onMessage(message, peerId);
  joined.onPeerJoin = events.onJoin;
  joined.onPeerLeave = events.onLeave;
  const asked = relayUrls.length > 0 ? relayUrls.length : publicRelayUrls.length;
  const look = () => events.onRelays(openRelays(), asked);
  const looking = setInterval(look, RELAYS_LOOKED_AT_MS);
  return {
    send: (message, peerId) => {
      // Who has left meanwhile gets nothing; whoever comes back is told anew.
      said.send(message, peerId === undefined ? {} : { target: peerId }).catch(() => undefined);
    },
    close: () => {
      clearInterval(looking);
      void joined.leave();
    },
  };
}

function openRelays(): number {
  return relaySockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length;
}
