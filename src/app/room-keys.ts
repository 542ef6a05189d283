import type { ClassRoom } from '../domain/classroom/index.ts';
import { sha256 } from './sha256.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const DIGEST_CHARACTERS = 32;

/** A room nobody is in yet: its id, its password and the keys that tell its teacher from everybody else. */
export async function newRoom(): Promise<ClassRoom> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const text = async (key: CryptoKey) => JSON.stringify(await crypto.subtle.exportKey('jwk', key));
  return {
    roomId: randomToken(),
    password: randomToken(),
    publicKey: await text(pair.publicKey),
    privateKey: await text(pair.privateKey),
  };
}

/** What a link carries of the public key (half of its SHA-256, in hexadecimal). */
export async function keyDigestOf(publicKey: string): Promise<string> {
  return (await sha256(new TextEncoder().encode(publicKey))).slice(0, DIGEST_CHARACTERS);
}

/** Makes signed messages of a room (ECDSA over P-256 and SHA-256). */
export async function roomSigner({
  roomId,
  publicKey,
  privateKey,
}: ClassRoom): Promise<(body: string) => Promise<string>> {
  const key = await crypto.subtle.importKey('jwk', JSON.parse(privateKey), ALGORITHM, false, ['sign']);
  return async (body) => {
    const signature = await crypto.subtle.sign(SIGNING, key, signed(roomId, body));
    return JSON.stringify({ body, key: publicKey, signature: btoa(String.fromCharCode(...new Uint8Array(signature))) });
  };
}

/** The body of a message that this room's teacher signed; undefined where somebody else did. */
export async function verifiedBody(
  message: unknown,
  { roomId, keyDigest }: { readonly roomId: string; readonly keyDigest: string },
): Promise<string | undefined> {
  try {
    if (typeof message !== 'string') return undefined;
    const sealed: unknown = JSON.parse(message);
    const [body, publicKey, signature] = ['body', 'key', 'signature'].map((name) => textIn(sealed, name));
    if (body === undefined || publicKey === undefined || signature === undefined) return undefined;
    if ((await keyDigestOf(publicKey)) !== keyDigest) return undefined;
    const key = await crypto.subtle.importKey('jwk', JSON.parse(publicKey), ALGORITHM, false, ['verify']);
    const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
    return (await crypto.subtle.verify(SIGNING, key, bytes, signed(roomId, body))) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** A message of one room is none in another. */
function signed(roomId: string, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`sonoscore class\n${roomId}\n${body}`);
}

function textIn(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
