import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { deriveOrderId, exchanges, type WebhookEvent } from '@delivery/contracts';
import {
  buildOrder,
  type Merchant,
  pollUntil,
  type Product,
  type ProductOptions,
  startProduct,
} from '@delivery/test-support';
import { orderTemplate } from '../load/order-template.js';
import type { OutsideWorld } from '../load/outside-world.js';
import type { LoadMessage } from '../load/publish-load.js';
import type { ReadyTarget } from '../load/ready-calls.js';

const createdAtOnce = 25;

export type SeededOrder = { id: string; merchantId: string; externalId: string };
export type SubjectProduct = Awaited<ReturnType<typeof startSubjectProduct>>;

/**
 * The product in production mode: log level and everything else as it comes, but for the wait for a verdict. A slow machine is to
 * show as a slow answer, and not as one of another kind.
 */
export const startSubjectProduct = async (
  world: OutsideWorld,
  options: { merchants?: number; events?: WebhookEvent[] } & Pick<
    ProductOptions,
    'databaseUrl' | 'replicas' | 'proxied' | 'env'
  > = {},
) => {
  const production = { NODE_ENV: 'production' };
  const product = await startProduct({
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
    ...(options.replicas ? { replicas: options.replicas } : {}),
    ...(options.proxied ? { proxied: options.proxied } : {}),
    env: {
      'intake-api': { ...production, ...options.env?.['intake-api'] },
      'order-state': { ...production, ...options.env?.['order-state'] },
      'webhook-dispatcher': { ...production, ...options.env?.['webhook-dispatcher'] },
    },
  });
  const merchants: Merchant[] = [];
  for (let index = 0; index < (options.merchants ?? 1); index += 1)
    merchants.push(
      await product.createMerchant({
        webhookUrl: `${world.webhookUrl}?m=${index}`,
        ...(options.events ? { events: options.events } : {}),
      }),
    );
  const [first] = merchants;
  if (!first) throw new Error('a product without merchants cannot be measured');
  return { ...calls(product, world, merchants), ...targets(product, first), product, merchants, stop: product.close };
};

const targets = (product: Product, merchant: Merchant) => {
  const ready = readyTarget(product, merchant);
  const path = `/v1/external-orders${ready.credentials}`;
  return { createTarget: { port: ready.port, path, template: orderTemplate }, ready };
};

export const readyTarget = (product: Product, { key, token }: Merchant): ReadyTarget => ({
  port: Number(new URL(product.url('intake-api')).port),
  credentials: `?key=${key}&token=${token}`,
});

const calls = (product: Product, world: OutsideWorld, merchants: readonly Merchant[]) => ({
  pids: () => product.services.map(({ name, replica, pid }) => ({ name: `${name} ${replica}`, pid: pid() ?? 0 })),
  /** Orders of the first merchant, created as merchants do it. */
  createOrders: async (count: number, [merchant] = merchants): Promise<string[]> => {
    if (!merchant) throw new Error('no merchant to create orders');
    const orderIds: string[] = [];
    while (orderIds.length < count) {
      const left = Math.min(createdAtOnce, count - orderIds.length);
      const answers = await Promise.all(Array.from({ length: left }, () => merchant.create(buildOrder())));
      orderIds.push(...answers.map((answer) => z.string().parse(answer.body['id'])));
    }
    return orderIds;
  },
  /** Orders that exist and have no webhook yet, spread evenly over the merchants. */
  seedOrders: async (count: number, of = merchants): Promise<SeededOrder[]> => {
    const orders = Array.from({ length: count }, (_, index) => newOrder(of[index % of.length]?.id ?? ''));
    const messages = orders.map(submitted);
    await world.publishAll({ rabbitmqUrl: product.rabbitmqUrl, exchange: exchanges.orders, messages });
    await waitForOrders(product.databaseUrl, orders);
    return orders;
  },
  /** Until every webhook that went out has been reported and applied. */
  waitForSettled: () =>
    pollUntil('nothing in flight', async () => ((await product.operator.audit()).in_flight === 0 ? true : undefined)),
  /** Until this many deliveries exist, in any state. */
  waitForMatched: (count: number) =>
    pollUntil(`${count} deliveries`, async () =>
      (await product.operator.audit()).matched >= count ? true : undefined,
    ),
  /** Messages of merchants, past intake-api. */
  publish: (messages: LoadMessage[], perSecond?: number) =>
    world.publishAll({
      rabbitmqUrl: product.rabbitmqUrl,
      exchange: exchanges.orders,
      messages,
      ...(perSecond === undefined ? {} : { perSecond }),
    }),
});

/** Until all are applied: an empty queue would not tell, as the last of them may still be in order-state's hand. */
const waitForOrders = async (databaseUrl: string, orders: readonly SeededOrder[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    const ids = orders.map(({ id }) => id);
    await pollUntil('the orders are applied', async () => {
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from unnest($1::text[]) as o(id) where not exists (select from orders where orders.id = o.id)`,
        [ids],
      );
      return rows[0]?.left === 0 ? true : undefined;
    });
  } finally {
    await client.end();
  }
};

const envelope = (type: string, order: SeededOrder, payload: object): LoadMessage => {
  const id = randomUUID();
  const occurred_at = new Date().toISOString();
  const head = { id, schema_version: 1, occurred_at, type, order_id: order.id, merchant_id: order.merchantId };
  return { type, messageId: id, body: JSON.stringify({ ...head, payload }) };
};

const newOrder = (merchantId: string): SeededOrder => {
  const externalId = randomUUID();
  return { id: deriveOrderId(merchantId, externalId), merchantId, externalId };
};

const submitted = (order: SeededOrder): LoadMessage => {
  const { external_data: externalData, ...content } = buildOrder({ external_id: order.externalId });
  return envelope('order.submitted', order, { order: content, external_data: JSON.stringify(externalData) });
};

/** Two events and so two webhooks, the second behind the gate of the first. */
export const readyRequested = (order: SeededOrder): LoadMessage => envelope('order.ready_requested', order, {});

/** One event and so one webhook. */
export const cancelRequested = (order: SeededOrder): LoadMessage => envelope('order.cancel_requested', order, {});
