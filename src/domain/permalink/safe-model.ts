import { secretParameter, type ModelChoice } from '../run/index.ts';

/** The part of a relay's address that only its own terminal knows. */
const RELAY_TOKEN = /\/t\/[^/]+\/api\//;

/**
 * A model as it may be told to anybody: an address that opens a door is left out.
 * @throws {TypeError} one sentence, where a parameter looks like a key
 */
export function safeModel<T extends ModelChoice>(model: T): T {
  if (model.kind !== 'provider') return model;
  const secret = secretParameter(model.parameters);
  if (secret !== undefined)
    throw new TypeError(`The parameter “${secret}” looks like a key, so no link is made of this.`);
  return { ...model, baseUrl: isSafeAddress(model.baseUrl) ? model.baseUrl : '' };
}

/** Whether an address may be told: nothing in it that opens a door. */
function isSafeAddress(address: string): boolean {
  // Pure text, since the domain knows no URL: scheme, host without a user, path without a query.
  return /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#@\\]*)?$/i.test(address) && !RELAY_TOKEN.test(`${address}/`);
}
