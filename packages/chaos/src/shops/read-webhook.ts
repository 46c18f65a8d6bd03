import { Webhook } from 'standardwebhooks';
import type { ReceivedWebhook } from '../record.js';

/** Posted or pulled: the same headers over the same text. */
type ArrivedWebhook = { headers: Record<string, string>; body: Buffer | string };

/** One of the contract's. */
export type BodySchema<Body> = { parse: (body: unknown) => Body };

/** A webhook that came, not accepted yet. */
export type ReadWebhook<Body> = (arrived: ArrivedWebhook) => ReceivedWebhook<Body>;

/** @param secret none yet: then no signature is right */
export const createReader = <Body>(
  endpoint: string,
  secret: string | undefined,
  schema: BodySchema<Body>,
): ReadWebhook<Body> => {
  const verifier = secret === undefined ? undefined : new Webhook(secret);
  return ({ headers, body }) => ({
    endpoint,
    webhookId: headers['webhook-id'] ?? '',
    attempt: Number(headers['webhook-attempt']),
    sequence: Number(headers['webhook-sequence']),
    previousSequence: Number(headers['webhook-previous-sequence']),
    atMs: Date.now(),
    isReplay: headers['webhook-replay'] !== undefined,
    body: schema.parse(JSON.parse(body.toString())),
    isSigned: isSigned({ headers, body }, verifier),
    isAccepted: false,
  });
};

const isSigned = ({ body, headers }: ArrivedWebhook, verifier: Webhook | undefined): boolean => {
  try {
    verifier?.verify(body, headers);
    return verifier !== undefined;
  } catch {
    // The checks report it with the order it belongs to.
    return false;
  }
};
