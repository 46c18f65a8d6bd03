export type TestWebhook = {
  /** An object is sent as JSON. */
  body: object | string;
  /** One, or all that are live, newest first. */
  secrets: string | readonly string[];
  /** Default: a new one. */
  webhookId?: string;
  /** Default: now. */
  sentAt?: Date;
  /** Default 1. */
  attempt?: number;
  /** Default 1. */
  sequence?: number;
  /** Default: the one before. */
  previousSequence?: number;
  replayId?: string;
  isTest?: boolean;
};

/** A webhook as the service sends it, for tests of a receiver: POST these headers and this body. */
export const signTestWebhook = async (
  webhook: TestWebhook,
): Promise<{ headers: Record<string, string>; body: string }> => {
  const { secrets, sentAt = new Date(), attempt = 1, sequence = 1, replayId } = webhook;
  const body = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body);
  const webhookId = webhook.webhookId ?? `msg_${crypto.randomUUID()}`;
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const parts = { webhookId, timestamp, body: new TextEncoder().encode(body) };
  const signatures = await signParts(parts, typeof secrets === 'string' ? [secrets] : secrets);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'webhook-attempt': String(attempt),
    'webhook-sequence': String(sequence),
    'webhook-previous-sequence': String(webhook.previousSequence ?? sequence - 1),
  };
  if (replayId !== undefined) headers['webhook-replay'] = replayId;
  if (webhook.isTest) headers['webhook-test'] = 'true';
  return { headers, body };
};

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
