/** Base64 is checked by `atob`; the range is Standard Webhooks'. */
const keyBytesMin = 24;
const keyBytesMax = 64;
const encoder = new TextEncoder();

/** The signed text: id, time and body, joined by full stops. */
export type SignedParts = { webhookId: string; timestamp: string; body: Uint8Array };

/** `v1,` and base64 of HMAC-SHA256, once for each secret. @throws TypeError for a malformed secret */
export const signParts = (parts: SignedParts, secrets: readonly string[]): Promise<string[]> => {
  const prefix = encoder.encode(`${parts.webhookId}.${parts.timestamp}.`);
  const message = new Uint8Array(prefix.length + parts.body.length);
  message.set(prefix);
  message.set(parts.body, prefix.length);
  return Promise.all(secrets.map((secret) => signMessage(message, secret)));
};

const signMessage = async (message: Uint8Array<ArrayBuffer>, secret: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', readKey(secret), algorithm, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return `v1,${btoa(String.fromCharCode(...digest))}`;
};

const readKey = (secret: string): Uint8Array<ArrayBuffer> => {
  const key = /^whsec_([A-Za-z0-9+/]+={0,2})$/.test(secret) ? decodeBase64(secret.slice('whsec_'.length)) : undefined;
  // The secret itself stays out of the message, which is logged.
  if (!key || key.length < keyBytesMin || key.length > keyBytesMax)
    throw new TypeError(
      'a signing secret must be whsec_ followed by the base64 of 24 to 64 bytes, as shown when the endpoint was created',
    );
  return key;
};

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** Takes as long for texts that differ at once as for those that differ late. */
export const equalsInConstantTime = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
};
