import * as v from 'valibot';

/** Who helps phones and the teacher's page to find each other. */
export interface RoomNetwork {
  /** Relays that pass on the greetings (wss addresses); empty: those that the library names. */
  readonly relayUrls: readonly string[];
  /** Servers that tell a browser its own address (stun addresses); undefined: those that the library names. Empty: none, within one network. */
  readonly stunUrls: readonly string[] | undefined;
}

/** What a phone must know to come into a class, all of it in its link. */
export interface RoomInvitation extends RoomNetwork {
  readonly roomId: string;
  /** The greetings are encrypted under it, so that relays read nothing. */
  readonly password: string;
  /** Begins the SHA-256 of the teacher's public key, in hexadecimal: only who has the other half is believed. */
  readonly keyDigest: string;
}

/** What the teacher's browser keeps of a class's room, so that a reload goes on in it. */
export interface ClassRoom {
  readonly roomId: string;
  readonly password: string;
  /** JSON Web Keys. */
  readonly publicKey: string;
  readonly privateKey: string;
}

const token = v.pipe(v.string(), v.regex(/^[\w-]{10,80}$/));

export const roomSchema: v.GenericSchema<unknown, ClassRoom> = v.object({
  roomId: token,
  password: token,
  publicKey: v.string(),
  privateKey: v.string(),
});

export const LIBRARY_NETWORK: RoomNetwork = { relayUrls: [], stunUrls: undefined };
const MOST_ADDRESSES = 10;

/**
 * Addresses that a person typed, one a line.
 * @throws {TypeError} one sentence: which line is no such address
 */
export function readAddresses(text: string, kind: 'relay' | 'stun'): readonly string[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  const wrong = lines.find((line) => !isAddress(line, kind));
  if (wrong !== undefined)
    throw new TypeError(
      kind === 'relay'
        ? `“${wrong}” is no relay’s address: it begins with wss://, or with ws:// on this machine.`
        : `“${wrong}” is no such server’s address: it begins with stun:.`,
    );
  return lines.slice(0, MOST_ADDRESSES);
}

function isAddress(text: string, kind: 'relay' | 'stun'): boolean {
  if (text.length > 300) return false;
  if (kind === 'stun') return /^stuns?:[\w.-]+(?::\d+)?$/.test(text);
  return /^wss:\/\/[^\s"<>]+$/.test(text) || /^ws:\/\/(?:127\.0\.0\.1|localhost)(?:[:/]|$)/.test(text);
}

/** The part of a link behind `#/join?`. */
export function writeInvitation({ roomId, password, keyDigest, relayUrls, stunUrls }: RoomInvitation): string {
  const parts = {
    room: roomId,
    pass: password,
    key: keyDigest,
    relays: relayUrls.join(','),
    stun: stunUrls?.join(','),
  };
  return Object.entries(parts)
    .filter(([name, value]) => value !== undefined && (name !== 'relays' || value !== ''))
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&');
}

/** @throws {TypeError} one sentence, where the link is cut or altered */
export function readInvitation(query: string): RoomInvitation {
  const roomId = partOf(query, 'room') ?? '';
  const password = partOf(query, 'pass') ?? '';
  const keyDigest = partOf(query, 'key') ?? '';
  if (!v.is(token, roomId) || !v.is(token, password) || !/^[0-9a-f]{32}$/.test(keyDigest))
    throw new TypeError('This link into a class is not whole: scan the code on the wall again.');
  const stun = partOf(query, 'stun');
  return {
    roomId,
    password,
    keyDigest,
    relayUrls: readAddresses(partOf(query, 'relays') ?? '', 'relay'),
    stunUrls: stun === undefined ? undefined : readAddresses(stun, 'stun'),
  };
}

function partOf(query: string, name: string): string | undefined {
  const part = query.split('&').find((each) => each.startsWith(`${name}=`));
  try {
    return part === undefined ? undefined : decodeURIComponent(part.slice(name.length + 1));
  } catch {
    return undefined;
  }
}
