import { type Answer, buildOrder, callJson, expectSuccess, type Merchant } from '@delivery/test-support';
import type { OutsideWorld } from '../load/outside-world.js';
import { trackingUrlOf } from '../load/report-calls.js';
import type { NamedProcess } from '../measure/process-costs.js';
import { startFloor } from './start-floor.js';
import { startJourneyFloor } from './start-journey-floor.js';
import { startSubjectProduct } from './start-subject-product.js';

/** Sends the next event: resolves when it is answered. */
export type SendEvent = () => Promise<unknown>;
type CountedEvent = { name: string; prepare: (count: number) => Promise<SendEvent> };
export type CountedSubject = {
  databaseUrl: string;
  pids: () => readonly NamedProcess[];
  events: readonly CountedEvent[];
  /** Deliveries that are not settled yet, as the end of a `select`. */
  unsettled: string;
  stop: () => Promise<void>;
};

export const startCountedProduct = async (world: OutsideWorld): Promise<CountedSubject> => {
  const { product, merchants, seedOrders, pids, stop } = await startSubjectProduct(world);
  const [merchant] = merchants;
  if (!merchant) throw new Error('no merchant to send for');
  const silent = await product.createMerchant();
  const prepareOrders = async (count: number, merchantOf: Merchant, send: (id: string) => Promise<Answer>) => {
    const ids = (await seedOrders(count, [merchantOf])).map(({ id }) => id);
    return async () => expectSuccess(await send(ids.pop() ?? ''));
  };
  return {
    databaseUrl: product.databaseUrl,
    pids,
    events: [
      { name: 'create', prepare: () => Promise.resolve(async () => expectSuccess(await silent.create(buildOrder()))) },
      { name: 'ready, no webhook', prepare: (count) => prepareOrders(count, silent, silent.ready) },
      { name: 'ready, two webhooks', prepare: (count) => prepareOrders(count, merchant, merchant.ready) },
      {
        name: 'tracking URL, one webhook',
        prepare: (count) =>
          prepareOrders(count, merchant, (id) => product.operator.trackingUrl(id, trackingUrlOf(id).tracking_url)),
      },
    ],
    unsettled: `webhook_deliveries where state in ('waiting', 'in_flight')`,
    stop,
  };
};

export const startCountedIntakeFloor = async (world: OutsideWorld): Promise<CountedSubject> => {
  const { databaseUrl, createTarget, pids, stop } = await startFloor({
    parts: ['intake', 'store'],
    webhookUrl: world.webhookUrl,
  });
  const create = () => post(createTarget.port, createTarget.path, buildOrder());
  return {
    databaseUrl,
    pids,
    events: [{ name: 'floor: create', prepare: () => Promise.resolve(create) }],
    unsettled: 'floor_orders where false',
    stop,
  };
};

export const startCountedJourneyFloor = async (world: OutsideWorld): Promise<CountedSubject> => {
  const floor = await startJourneyFloor(world);
  const prepare = async (count: number) => {
    const ids = await floor.seedOrders(count);
    return () => {
      const id = ids.pop() ?? '';
      return post(floor.port, `/orders/${id}/tracking-url`, trackingUrlOf(id));
    };
  };
  return {
    ...floor,
    events: [{ name: 'floor: tracking URL, one webhook', prepare }],
    unsettled: `journey_deliveries where state <> 'delivered'`,
  };
};

const post = async (port: number, path: string, body: object) =>
  expectSuccess(await callJson(`http://127.0.0.1:${port}${path}`, { method: 'POST', body }));
