import { EventEmitter, once } from 'node:events';
import { webhookBodySchema, type WebhookEvent } from '@delivery/contracts';
import { followFeed } from '../load/follow-feed.js';
import { createRandom } from '../random.js';
import type { ReceivedWebhook, RoundRecord } from '../record.js';
import type { Stage } from '../stage.js';
import { openServer } from './open-server.js';
import { openTill } from './open-till.js';
import type { Shop } from './shop.js';

type Filter = readonly WebhookEvent[] | undefined;
type ShopPlan = { index: number; servers: readonly Filter[]; till: Filter };

/** Each has a till that pulls. The first has two servers, one of them with an event filter; the second one, and its till a filter. */
export const openShops = async (stage: Stage, record: RoundRecord, seeds: readonly number[]): Promise<[Shop, Shop]> => [
  await openShop(stage, record, seeds, { index: 0, servers: [undefined, ['status_changed']], till: undefined }),
  await openShop(stage, record, seeds, { index: 1, servers: [undefined], till: ['status_changed'] }),
];

const openShop = async (
  { product }: Stage,
  record: RoundRecord,
  seeds: readonly number[],
  { index, ...plan }: ShopPlan,
): Promise<Shop> => {
  const arrivals = new EventEmitter().setMaxListeners(0);
  const onAccepted = ({ body }: ReceivedWebhook): void => void arrivals.emit(body.id);
  const onWebhook = (webhook: ReceivedWebhook): void => {
    const orderId = webhook.body.id;
    record.webhooks.set(orderId, [...(record.webhooks.get(orderId) ?? []), webhook]);
    if (webhook.isAccepted) onAccepted(webhook);
  };
  const onWrongAnswer = (message: string): void => void record.wrongAnswers.push(message);
  const merchant = await product.createMerchant({ name: `shop ${index}` });
  const servers = await Promise.all(
    plan.servers.map((filter, number) =>
      openServer({
        owner: merchant,
        path: '/v1/webhook-endpoints',
        name: `shop ${index} endpoint ${number}`,
        filter,
        schema: webhookBodySchema,
        onWebhook,
      }),
    ),
  );
  const till = await openTill({
    product,
    merchant,
    name: `the till of shop ${index}`,
    filter: plan.till,
    random: createRandom(...seeds, index),
    onWebhook,
    onAccepted,
    onWrongAnswer,
  });
  const feed = followFeed(merchant, onWrongAnswer);
  return {
    index,
    merchant,
    servers,
    till,
    feed,
    waitForWebhook: async (orderId, isWanted, signal) => {
      const isThere = () => record.webhooks.get(orderId)?.some((webhook) => webhook.isAccepted && isWanted(webhook));
      while (!isThere()) {
        await once(arrivals, orderId, { signal }).catch((cause: unknown) => {
          throw new Error(`${orderId}: a webhook that was waited for did not come`, { cause });
        });
      }
    },
    close: async () => {
      await Promise.all([feed.close(), till.close(), ...servers.map((server) => server.close())]);
    },
  };
};
