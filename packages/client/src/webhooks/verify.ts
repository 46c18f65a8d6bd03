import { readMember } from '../json-text.js';
import { webhookEvents } from '../names.generated.js';
import type { webhooks } from '../openapi.generated.js';
import { isSigned, type SignedParts } from './sign.js';

export type VerifyOptions = {
  /** How far the time of the attempt may be off, either way. Default 300. */
  toleranceSeconds?: number;
  /** Default: now. */
  nowMs?: number;
};

export type Refusal =
  /** A header that every webhook has is missing or malformed: not from the service. */
  | 'bad_headers'
  /** Too old or too new: a replayed request, or a clock that is off. */
  | 'bad_timestamp'
  /** Signed with none of the secrets or keys, or not as it was sent. */
  | 'bad_signature'
  /** Signed, and yet no JSON object with `id` and `event`. */
  | 'bad_body';

/** Not to be believed: answer 400, and do nothing. */
export class WebhookRefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, message: string) {
    super(message);
    this.name = 'WebhookRefusedError';
    this.refusal = refusal;
  }
}

const defaultToleranceSeconds = 300;

/**
 * Any one of the secrets (`whsec_…`) and public keys (`whpk_…`) is enough: during a rotation give both.
 * @throws WebhookRefusedError where it is not to be believed
 * @throws TypeError where the code is wrong: a parsed body, no secret
 */
export const verify = async (
  request: IncomingWebhook,
  secrets: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const live = typeof secrets === 'string' ? [secrets] : secrets;
  if (live.length === 0) throw new TypeError('verify needs at least one secret');
  const raw = await readRequest(request);
  const webhookId = readHeader(raw, 'webhook-id');
  const timestamp = readNumber(raw, 'webhook-timestamp');
  await checkSignature(raw, { webhookId, timestamp: String(timestamp), body: raw.body }, live);
  const offSeconds = Math.abs(nowMs / 1_000 - timestamp);
  if (offSeconds > toleranceSeconds)
    throw new WebhookRefusedError('bad_timestamp', `the timestamp differs from now by ${Math.round(offSeconds)} s`);
  return readEvent(raw, { webhookId, sentAt: new Date(timestamp * 1_000) });
};

const checkSignature = async (raw: RawWebhook, parts: SignedParts, secrets: readonly string[]): Promise<void> => {
  const given = readHeader(raw, 'webhook-signature').split(' ');
  if (!(await isSigned(parts, given, secrets)))
    throw new WebhookRefusedError(
      'bad_signature',
      'no signature matches: the secret or public key is wrong, or the bytes are not those that were sent',
    );
};

const readEvent = (raw: RawWebhook, known: Pick<WebhookFacts, 'webhookId' | 'sentAt'>): WebhookEvent => {
  const text = new TextDecoder().decode(raw.body);
  const facts: WebhookFacts = {
    ...known,
    attempt: readNumber(raw, 'webhook-attempt'),
    sequence: readNumber(raw, 'webhook-sequence'),
    previousSequence: readNumber(raw, 'webhook-previous-sequence'),
    replayId: raw.header('webhook-replay'),
    isTest: raw.header('webhook-test') === 'true',
    externalDataText: '{}',
  };
  const body = parseBody(text);
  return toEvent({ ...facts, externalDataText: readMember(text, 'external_data') ?? '{}' }, body);
};

type AnyBody = { id: string; event: string };

const parseBody = (text: string): AnyBody => {
  try {
    const body: unknown = JSON.parse(text);
    if (isBody(body)) return body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new WebhookRefusedError('bad_body', 'the body is not a JSON object with id and event');
};

const isBody = (value: unknown): value is AnyBody =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'event' in value &&
  typeof value.event === 'string';

/** The signature says that the service wrote the body, so its type is believed from here on. */
const toEvent = (facts: WebhookFacts, body: AnyBody): WebhookEvent => {
  const event = webhookEvents.find((name) => name === body.event) ?? 'unknown';
  return { ...facts, event, body } as WebhookEvent;
};

const readHeader = (raw: RawWebhook, name: string): string => {
  const value = raw.header(name);
  if (value === undefined || value === '')
    throw new WebhookRefusedError('bad_headers', `the header ${name} is missing`);
  return value;
};

const readNumber = (raw: RawWebhook, name: string): number => {
  const value = readHeader(raw, name);
  if (!/^(0|[1-9]\d{0,14})$/.test(value))
    throw new WebhookRefusedError('bad_headers', `the header ${name} is not a number`);
  return Number(value);
};

/** Facts from the headers. */
export type WebhookFacts = {
  /** `webhook-id`: the same for every repeat, of a replay too. */
  webhookId: string;
  /** From 1. */
  attempt: number;
  /** Place of the event in its order, or among those about one endpoint, from 1. */
  sequence: number;
  /** The last sequence of the same that was addressed to this endpoint; 0: none. */
  previousSequence: number;
  /** When this attempt was made. */
  sentAt: Date;
  /** The replay that asked for it; `undefined`: none did. */
  replayId: string | undefined;
  /** An example that was asked for, about no order. */
  isTest: boolean;
  /** `external_data` byte for byte; `body.external_data` is the same parsed. */
  externalDataText: string;
};

/** The document's body of each webhook. */
type Bodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
};

/** A verified webhook. `event` discriminates the bodies; an event that this version does not know is `unknown`. */
export type WebhookEvent = WebhookFacts &
  (
    | { [Name in keyof Bodies]: { event: Name; body: Bodies[Name] } }[keyof Bodies]
    | { event: 'unknown'; body: { id: string; event: string; [field: string]: unknown } }
  );

/**
 * Headers of Node (`IncomingMessage.headers`), fetch (`Headers`) and most frameworks. Their names may be in any case.
 */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A `Request` of fetch with its body unread, or a framework's headers with the body's bytes or text as they arrived.
 */
export type IncomingWebhook =
  | { headers: { get: (name: string) => string | null }; arrayBuffer: () => Promise<ArrayBuffer>; bodyUsed: boolean }
  | { headers: WebhookHeaders; body: Uint8Array | ArrayBuffer | string };

type RawWebhook = { header: (name: string) => string | undefined; body: Uint8Array };

/** @throws TypeError where the body is not raw */
const readRequest = async (incoming: IncomingWebhook): Promise<RawWebhook> => {
  const header = (name: string) => findHeader(incoming.headers, name);
  if (!('arrayBuffer' in incoming)) return { header, body: toBytes(incoming.body) };
  if (incoming.bodyUsed)
    throw new TypeError(
      'the body of the request was already read: verify the request before reading it, or verify a clone',
    );
  return { header, body: new Uint8Array(await incoming.arrayBuffer()) };
};

const findHeader = (headers: WebhookHeaders, name: string): string | undefined => {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(', ');
};

const hasGet = (headers: WebhookHeaders): headers is { get: (name: string) => string | null } =>
  typeof headers['get'] === 'function';

const toBytes = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  // Not `instanceof`: a test runner or a worker may have an ArrayBuffer of its own.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'the signature is over the bytes as they arrived, and this body was parsed already: ' +
      "give the raw bytes or text, e.g. express.raw({ type: 'application/json' })",
  );
};
