import { exchanges } from '@delivery/contracts';
import type { Publisher } from '@delivery/messaging';
import type { PublishDelivery } from './publish-releases.js';

/** Publishes one release. Its message id names delivery and generation, so that a repeat is the same message. */
export const createPublishDelivery =
  (publisher: Publisher): PublishDelivery =>
  (message) =>
    publisher.publish({
      exchange: exchanges.deliveries,
      routingKey: message.type,
      body: Buffer.from(JSON.stringify(message)),
      messageId: `${message.delivery_id}.${message.generation}`,
      type: message.type,
      correlationId: message.order_id,
      ...(message.traceparent === null ? {} : { headers: { traceparent: message.traceparent } }),
    });
