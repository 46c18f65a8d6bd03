import { decodeBase64, encodeBase64, type Key, readKey } from './keys.js';

export type TestWebhook = {
  /** An object is sent as JSON. */
  body: object | string;
  /** `whsec_…` or `whsk_…`: one, or all that are live, newest first. */
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

const encoder = new TextEncoder();

/** The signed text: id, time and body, joined by full stops. */
export type SignedParts = { webhookId: string; timestamp: string; body: Uint8Array };

/** One signature for each key. @throws TypeError for a malformed key, or a public one */
export const signParts = (parts: SignedParts, secrets: readonly string[]): Promise<string[]> => {
  const message = joinParts(parts);
  return Promise.all(secrets.map((secret) => signMessage(message, readKey(secret))));
};

/**
 * Whether one of the signatures was made with one of the keys. A key counts for its own algorithm alone: a public key
 * that was taken for a secret would let everyone sign.
 * @throws TypeError for a malformed key, or a private one
 */
export const isSigned = async (
  parts: SignedParts,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> => {
  const message = joinParts(parts);
  const keys = secrets.map(readKey);
  const verdicts = await Promise.all(keys.map((key) => verifyMessage(message, signatures, key)));
  return verdicts.includes(true);
};

const joinParts = ({ webhookId, timestamp, body }: SignedParts): Uint8Array<ArrayBuffer> => {
  const prefix = encoder.encode(`${webhookId}.${timestamp}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  return message;
};

type Message = Uint8Array<ArrayBuffer>;

const signMessage = async (message: Message, key: Key): Promise<string> => {
  switch (key.kind) {
    case 'secret':
      return hmac(message, key.bytes);
    case 'private': {
      const privateKey = await crypto.subtle.importKey('jwk', key.jwk, 'Ed25519', false, ['sign']);
      return `v1a,${encodeBase64(new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message)))}`;
    }
    case 'public':
      throw new TypeError('a public key (whpk_…) signs nothing: give the private key (whsk_…)');
  }
};

const hmac = async (message: Message, secret: Uint8Array<ArrayBuffer>): Promise<string> => {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)))}`;
};

const verifyMessage = async (message: Message, signatures: readonly string[], key: Key): Promise<boolean> => {
  switch (key.kind) {
    case 'secret': {
      const expected = await hmac(message, key.bytes);
      return signatures.some((given) => equalsInConstantTime(given, expected));
    }
    case 'public':
      return verifyWithPublicKey(message, signatures, key.bytes);
    case 'private':
      throw new TypeError('a private key (whsk_…) verifies nothing: give the public key (whpk_…)');
  }
};

const verifyWithPublicKey = async (
  message: Message,
  signatures: readonly string[],
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  const given = signatures.flatMap((one) =>
    one.startsWith('v1a,') ? (decodeBase64(one.slice('v1a,'.length)) ?? []) : [],
  );
  const verdicts = await Promise.all(
    given.map((signature) => crypto.subtle.verify('Ed25519', key, signature, message)),
  );
  return verdicts.includes(true);
};

/** Takes as long for texts that differ at once as for those that differ late. */
const equalsInConstantTime = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
};
