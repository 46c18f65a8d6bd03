import { Webhook } from 'standardwebhooks';
import type { WebhookBody } from '@delivery/contracts';
import { webhookBodySchema } from '@delivery/contracts';
import type { ReceivedRequest } from '@delivery/test-support';

export type ReceivedWebhook = {
  orderId: string;
  webhookId: string;
  attempt: number;
  sequence: number;
  previousSequence: number;
  body: WebhookBody;
};

/** Posted or pulled. */
export type ArrivedWebhook = Pick<ReceivedRequest, 'headers' | 'body' | 'json'>;

/** Checks the signature by an independent implementation, then reads it. @throws Error when either fails */
export const verifyWebhook = (request: ArrivedWebhook, secret: string): ReceivedWebhook => {
  new Webhook(secret).verify(request.body, request.headers);
  return readWebhook(request);
};

export const readWebhook = ({ headers, json }: ArrivedWebhook): ReceivedWebhook => {
  const body = webhookBodySchema.parse(json());
  return {
    orderId: body.id,
    webhookId: headers['webhook-id'] ?? '',
    attempt: Number(headers['webhook-attempt']),
    sequence: Number(headers['webhook-sequence']),
    previousSequence: Number(headers['webhook-previous-sequence']),
    body,
  };
};
