import { randomUUID } from 'node:crypto';
import { exchanges, schemaVersion, type Wake, wakeNamesMax } from '@delivery/contracts';
import type { UnconfirmedPublisher } from '@delivery/messaging';

/** Whose waiting polls should look. */
export type PublishWake = (wake: { endpoints: readonly string[]; merchants: readonly string[] }) => void;

/** To be called after COMMIT. Sent and forgotten: a wake that is lost costs a poll its wait, and no message. */
export const createPublishWake =
  (publisher: Pick<UnconfirmedPublisher, 'publishUnconfirmed'>): PublishWake =>
  ({ endpoints, merchants }) => {
    const nameMax = Math.max(endpoints.length, merchants.length);
    for (let from = 0; from < nameMax; from += wakeNamesMax) {
      const wake: Wake = {
        schema_version: schemaVersion,
        type: 'polls.woken',
        endpoints: endpoints.slice(from, from + wakeNamesMax),
        merchants: merchants.slice(from, from + wakeNamesMax),
      };
      publisher.publishUnconfirmed({
        exchange: exchanges.wakes,
        routingKey: wake.type,
        body: Buffer.from(JSON.stringify(wake)),
        messageId: randomUUID(),
        type: wake.type,
      });
    }
  };
