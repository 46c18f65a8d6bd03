import { readMember } from '../json-text.js';
import { webhookEvents } from '../names.generated.js';
import type { WebhookEvent, WebhookFacts } from './event.js';
import { type IncomingWebhook, type RawWebhook, readRequest } from './read-request.js';
import { equalsInConstantTime, signParts } from './signature.js';

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
  /** Signed with none of the secrets, or not as it was sent. */
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
 * Any one of the secrets is enough: during a rotation give both.
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

const checkSignature = async (
  raw: RawWebhook,
  parts: Parameters<typeof signParts>[0],
  secrets: readonly string[],
): Promise<void> => {
  const given = readHeader(raw, 'webhook-signature').split(' ');
  const expected = await signParts(parts, secrets);
  if (!expected.some((one) => given.some((other) => equalsInConstantTime(one, other))))
    throw new WebhookRefusedError(
      'bad_signature',
      'no signature matches: the secret is wrong, or the bytes are not those that were sent',
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
