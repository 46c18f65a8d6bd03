import { exchanges } from '@delivery/contracts';
import type { Requester } from '@delivery/messaging';
import type { MerchantEvent } from '../domain/order-events.js';
import type { SentEvent } from './submit-event.js';

/** Events leave as requests: the verdict comes back to the channel that published. */
export const createEventSender =
  (requester: Pick<Requester, 'request'>) =>
  (event: MerchantEvent, traceparent: string | undefined): SentEvent =>
    requester.request({
      exchange: exchanges.orders,
      routingKey: event.type,
      body: Buffer.from(JSON.stringify(event)),
      messageId: event.id,
      type: event.type,
      ...(traceparent ? { headers: { traceparent } } : {}),
    });
