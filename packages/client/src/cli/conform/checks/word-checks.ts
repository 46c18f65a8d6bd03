import { type Check, wantWord } from '../check.js';

/** @param externalId an order whose webhooks the receiver does not want; `undefined`: the check is not asked for */
export const createAbortMessage = (externalId: string | undefined): Check => ({
  id: 'abort_message',
  title: 'abort-message',
  promise: 'an unwanted webhook is refused with webhook-delivery: abort-message',
  why: 'A refused webhook holds up the next ones of its order for hours. With the header its delivery ends at once.',
  mend: 'Answer 404, or another status that is neither 2xx nor 410, with the header webhook-delivery: abort-message.',
  ...(externalId === undefined && {
    unused: 'if your receiver answers webhook-delivery: abort-message, name such an order with --unwanted-id',
  }),
  observe: async (lab) => {
    if (externalId === undefined) return [];
    const answer = await lab.send({ orderId: lab.newOrderId(), fields: { external_id: externalId } });
    return [wantWord({ sent: 'an event of an unwanted order', answer }, 'abort-message')];
  },
});

/**
 * The service takes 410 for the same. @param url where the receiver wants no webhooks any more; `undefined`: as above
 */
export const createDisable = (url: string | undefined): Check => ({
  id: 'disable',
  title: 'disable',
  promise: 'a retired URL answers 410, or webhook-delivery: disable',
  why: 'Webhooks to an abandoned URL are tried for hours each. Once the endpoint is disabled, they are held.',
  mend: 'Answer 410, or another status that is no 2xx with the header webhook-delivery: disable.',
  ...(url === undefined && {
    unused: 'if your receiver answers webhook-delivery: disable, name such a URL with --retired-url',
  }),
  observe: async (lab) => {
    if (url === undefined) return [];
    const answer = await lab.send({ orderId: lab.newOrderId(), url });
    return [wantWord({ sent: 'an event to a retired URL', answer }, 'disable', 410)];
  },
});
