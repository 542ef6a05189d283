import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for one host name that signs itself (X.509 v3, RFC 5280), good for a day, and its key; both PEM. */
export function selfSigned(hostname: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, oid(1, 2, 840, 10045, 4, 3, 2));
  // Set of (attribute 2.5.4.3, common name).
  const name = der(0x30, der(0x31, der(0x30, oid(2, 5, 4, 3), der(0x0c, Buffer.from(hostname)))));
  const dayMs = 24 * 60 * 60 * 1000;
  const validity = der(0x30, utcTime(Date.now() - dayMs), utcTime(Date.now() + dayMs));
  const alternativeNames = der(0x30, der(0x82, Buffer.from(hostname)));
  const extensions = der(0xa3, der(0x30, der(0x30, oid(2, 5, 29, 17), der(0x04, alternativeNames))));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  const whole = der(0x30, toBeSigned, ecdsaWithSha256, signature);
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function utcTime(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}
