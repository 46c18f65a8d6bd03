import {
  type CourierEvent,
  type CourierEventBody,
  courierEventBodySchema,
  courierFeedPageSchema,
} from '@delivery/contracts';
import { type CourierSystem, expectSuccess, pollUntil } from '@delivery/test-support';
import type { ReceivedWebhook, RoundRecord } from '../record.js';
import { openServer, type ShopServer } from './open-server.js';

type ToldEvent = { orderId: string; sequence: number; event: CourierEvent };

/** The feed and the server of one courier's system in a round. */
export type CourierDesk = {
  endpoint: ShopServer;
  /** The events in the system's feed since the desk was opened: waits some seconds for `count` events, then returns all. */
  readEvents: (count: number) => Promise<ToldEvent[]>;
  close: () => Promise<void>;
};

/** Nothing is under way any more: an event that has not come by then is missing. */
const lastReadMs = 10_000;

export const openCourierDesk = async (system: CourierSystem, record: RoundRecord): Promise<CourierDesk> => {
  const name = 'the desk of a courier’s system';
  const onWebhook = (webhook: ReceivedWebhook<CourierEventBody>): void => {
    const orderId = webhook.body.delivery_id;
    record.courierWebhooks.set(orderId, [...(record.courierWebhooks.get(orderId) ?? []), webhook]);
  };
  const readPage = async (after: string) =>
    courierFeedPageSchema.parse(expectSuccess(await system.call(`/courier/v1/events?after=${after}`)));
  const { next_cursor: opened } = await readPage('latest');
  const server = await openServer({
    owner: system,
    path: '/v1/webhook-endpoints',
    name,
    filter: undefined,
    schema: courierEventBodySchema,
    onWebhook,
  });
  return {
    endpoint: server,
    readEvents: async (count) => {
      const reported: ToldEvent[] = [];
      let after = opened;
      const readOn = async () => {
        const page = await readPage(after);
        reported.push(...page.data.map(({ delivery_id: orderId, sequence, event }) => ({ orderId, sequence, event })));
        after = page.next_cursor;
        return !page.has_more && reported.length >= count ? true : undefined;
      };
      // The comparison afterwards names the events that are missing.
      await pollUntil(`${count} events in the feed of a courier's system`, readOn, lastReadMs).catch(() => undefined);
      return reported;
    },
    close: async () => {
      // The system stays for the next rounds.
      await system.call(server.path, { method: 'DELETE' });
      await server.close();
    },
  };
};
