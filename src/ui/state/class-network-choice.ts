import { LIBRARY_NETWORK, readAddresses, type RoomNetwork } from '../../domain/classroom/index.ts';

const KEY = 'sonoscore-class-network';

/** Which relays and address servers this browser's classes use; the library's own where nobody chose. */
export function chosenNetwork(): RoomNetwork {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const text = (name: string): string | undefined => {
      const value: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const stun = text('stun');
    return {
      relayUrls: readAddresses(text('relays') ?? '', 'relay'),
      stunUrls: stun === undefined ? undefined : readAddresses(stun, 'stun'),
    };
  } catch {
    return LIBRARY_NETWORK;
  }
}

/** Keeps the choice where the browser lets it; else it holds until a reload. */
export function keepNetwork({ relayUrls, stunUrls }: RoomNetwork): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({
        relays: relayUrls.join('\n'),
        ...(stunUrls === undefined ? {} : { stun: stunUrls.join('\n') }),
      }),
    );
  } catch {
    // Storage may be forbidden.
  }
}
