import { signTestWebhook, type TestWebhook } from '../../webhooks/index.js';
import { createPrivateKey } from '../../webhooks/keys.js';

/** A receiver's own account of a webhook, in the words of the order guard. */
export type Handled = 'first_time' | 'repeat' | 'gap' | 'late';

/** Values of the header `webhook-delivery`, by which a receiver answers more than a status. */
export type ReceiverWord = 'abort-message' | 'disable';

/** `handled`: in the answer's body. `word`: in its header `webhook-delivery`, as the service reads it. */
export type Answer =
  | { kind: 'answered'; status: number; handled: string | undefined; word: string | undefined; tookMs: number }
  /** The connection was refused or broke, or the time was over. */
  | { kind: 'none'; reason: string; tookMs: number };

type SignedWebhook = { headers: Record<string, string>; body: string };

export type LabWebhook = Partial<Omit<TestWebhook, 'body'>> & {
  orderId: string;
  /** Another URL of the receiver. */
  url?: string | undefined;
  /** Fields that replace those of event number `sequence`. */
  fields?: Record<string, unknown>;
  /** The body as text, in place of the event with `fields`. */
  text?: string;
  /** A change of the request after it was signed. */
  tamper?: (signed: SignedWebhook) => SignedWebhook;
};

/** Where a receiver is put to the test: webhooks as the service sends them, signed with the receiver's secret. */
export type Lab = {
  secret: string;
  /** A secret or private key that no receiver has. */
  otherSecret: string;
  /** An order that the receiver has not heard of. */
  newOrderId: () => string;
  bodyOf: (webhook: LabWebhook) => string;
  send: (webhook: LabWebhook) => Promise<Answer>;
};

export type LabOptions = Pick<Lab, 'secret' | 'otherSecret'> & { url: string; externalId: string };

/** The dispatcher's own: after it an answer does not count. */
const totalTimeoutMs = 10_000;

export const createLab = ({ url, externalId, ...secrets }: LabOptions): Lab => {
  const bodyOf = ({ orderId, sequence = 1, fields, text }: LabWebhook): string =>
    text ?? JSON.stringify({ ...eventBody({ orderId, externalId, sequence }), ...fields });
  return {
    ...secrets,
    newOrderId: () => randomHex(orderIdBytes),
    bodyOf,
    send: async ({ orderId, url: otherUrl, fields, text, tamper = (signed) => signed, ...rest }) => {
      const body = bodyOf({ orderId, ...rest, ...(fields && { fields }), ...(text !== undefined && { text }) });
      return post(otherUrl ?? url, tamper(await signTestWebhook({ secrets: secrets.secret, ...rest, body })));
    },
  };
};

const post = async (url: string, { headers, body }: SignedWebhook): Promise<Answer> => {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A connection of its own: what a receiver sends behind an answer must not break the next webhook.
      headers: { 'user-agent': 'delivery-conform/1', connection: 'close', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(totalTimeoutMs),
    });
    // The service's time ends with the body, too.
    const handled = readHandled(await response.text());
    const word = response.headers.get('webhook-delivery')?.trim().toLowerCase();
    return { kind: 'answered', status: response.status, handled, word, tookMs: tookMs() };
  } catch (error) {
    return { kind: 'none', reason: reasonOf(error), tookMs: tookMs() };
  }
};

/** `{"handled": "repeat"}` */
const readHandled = (body: string): string | undefined => {
  try {
    const answer: unknown = JSON.parse(body);
    const isTold = typeof answer === 'object' && answer !== null && 'handled' in answer;
    return isTold && typeof answer.handled === 'string' ? answer.handled : undefined;
  } catch {
    // Any body is allowed: one that is no JSON says nothing.
    return undefined;
  }
};

/** fetch says `fetch failed`; the reason is its cause, and with several addresses each has one. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing within ${totalTimeoutMs / 1_000} s`;
  const [first] = error.cause instanceof AggregateError ? (error.cause.errors as unknown[]) : [error.cause];
  return first instanceof Error ? first.message : error.message;
};

const orderIdBytes = 12;
const secretBytes = 32;

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
export const randomHex = (length: number): string =>
  Array.from(randomBytes(length), (byte) => byte.toString(16).padStart(2, '0')).join('');
export const createSecret = (): string => `whsec_${btoa(String.fromCharCode(...randomBytes(secretBytes)))}`;
/** Another one, of the same algorithm. */
export const createSecretLike = (secret: string): Promise<string> =>
  isPrivateKey(secret) ? createPrivateKey() : Promise.resolve(createSecret());
export const isPrivateKey = (secret: string): boolean => secret.startsWith('whsk_');

const story = [
  { event: 'status_changed', status: 'ready', previous_status: 'created' },
  { event: 'delivery_requested', status: 'ready' },
  { event: 'status_changed', status: 'on_route_to_pickup', previous_status: 'ready' },
  { event: 'status_changed', status: 'at_pickup', previous_status: 'on_route_to_pickup' },
  { event: 'tracking_url_added', status: 'at_pickup', tracking_url: 'https://track.example.com/conform' },
  { event: 'status_changed', status: 'on_route_to_delivery', previous_status: 'at_pickup' },
  { event: 'status_changed', status: 'delivered', previous_status: 'on_route_to_delivery' },
] as const;

/** The sequence of the first event of each kind: every kind there is. */
export const sequencesOfEachKind = [1, 2, 5] as const;

/** The body of event number `sequence`, from 1, of an order that is delivered. */
const eventBody = ({
  orderId,
  externalId,
  sequence,
}: {
  orderId: string;
  externalId: string;
  sequence: number;
}): Record<string, unknown> => {
  const { event, status, ...rest } = story[Math.min(sequence, story.length) - 1] ?? story[0];
  return {
    id: orderId,
    external_id: externalId,
    display_id: '0007',
    status,
    updated_at: new Date().toISOString(),
    external_data: {},
    event,
    ...rest,
  };
};
