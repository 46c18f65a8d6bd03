type Signed = { headers: Readonly<Record<string, string>>; body: string };
export type SignatureVerdict = 'valid' | 'invalid' | 'no_secret' | 'unavailable';

/**
 * Whether a secret signed a request, as Standard Webhooks say: HMAC-SHA256 over `id.timestamp.body`. The age is not looked at:
 * the request is one of the past. @param subtle `undefined`: the page did not come over TLS
 */
export const verifySignature = async (
  subtle: SubtleCrypto | undefined,
  secret: string,
  { headers, body }: Signed,
): Promise<SignatureVerdict> => {
  if (!subtle) return 'unavailable';
  const raw = decodeSecret(secret.trim());
  if (!raw) return 'no_secret';
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const made = new Uint8Array(await subtle.sign('HMAC', key, new TextEncoder().encode(signed)));
  const expected = `v1,${btoa(String.fromCharCode(...made))}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected) ? 'valid' : 'invalid';
};

const prefix = 'whsec_';

const decodeSecret = (secret: string): Uint8Array<ArrayBuffer> | undefined => {
  if (!secret.startsWith(prefix) || secret.length === prefix.length) return undefined;
  try {
    return Uint8Array.from(atob(secret.slice(prefix.length)), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};
