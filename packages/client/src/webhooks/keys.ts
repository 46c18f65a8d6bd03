/** A key in the text form of Standard Webhooks: `whsec_…` for HMAC, `whsk_…` and `whpk_…` for ed25519. */
export type Key =
  | { kind: 'secret'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'public'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'private'; jwk: PrivateJwk };
type PrivateJwk = { kty: 'OKP'; crv: 'Ed25519'; d: string; x: string };

/** `atob` checks the base64; Standard Webhooks defines the range. */
const secretBytesMin = 24;
const secretBytesMax = 64;
const keyBytes = 32;

/** @throws TypeError whose message omits the key, because it is logged */
export const readKey = (text: string): Key => {
  const [, prefix, encoded = ''] = /^(whsec|whsk|whpk)_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = decodeBase64(encoded);
  const length = bytes?.length ?? 0;
  if (bytes && prefix === 'whsec' && length >= secretBytesMin && length <= secretBytesMax)
    return { kind: 'secret', bytes };
  if (bytes && prefix === 'whpk' && length === keyBytes) return { kind: 'public', bytes };
  if (bytes && prefix === 'whsk' && length === 2 * keyBytes) return { kind: 'private', jwk: toJwk(bytes) };
  throw new TypeError(
    'a signing secret must be whsec_ followed by the base64 of 24 to 64 bytes, as shown when the endpoint was ' +
      'created, ' +
      "and a public key whpk_ followed by the base64 of 32 bytes, as the endpoint's public_key shows it",
  );
};

/** The private and the public key, one after the other. */
const toJwk = (pair: Uint8Array): PrivateJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  d: encodeBase64Url(pair.subarray(0, keyBytes)),
  x: encodeBase64Url(pair.subarray(keyBytes)),
});

export const encodeBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** `undefined` if it is not base64. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** The public half of `whsk_…`. */
export const publicKeyOf = (privateKey: string): string => {
  const pair = decodeBase64(privateKey.slice('whsk_'.length)) ?? new Uint8Array();
  return `whpk_${encodeBase64(pair.subarray(keyBytes))}`;
};

/** A new ed25519 key, `whsk_…`. */
export const createPrivateKey = async (): Promise<string> => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new TypeError('expected a pair of ed25519 keys');
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  // PKCS #8 ends with the key itself.
  return `whsk_${encodeBase64(new Uint8Array([...pkcs8.subarray(-keyBytes), ...publicKey]))}`;
};
