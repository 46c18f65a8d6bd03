import {
  type CourierEvent,
  courierEvents,
  standardEvents,
  type Timeline,
  type WebhookEvent,
  webhookEvents,
} from '@delivery/contracts';
import type { Product } from '@delivery/test-support';
import type { OrderRecord, RoundRecord } from '../record.js';
import type { CourierDesk } from '../shops/courier-desk.js';
import type { Shop } from '../shops/shop.js';
import type { ShopEndpoint } from '../shops/shop-endpoint.js';
import { checkFeed } from './check-feed.js';
import { type CheckedWebhook, checkWebhooks, type KnownEvent } from './check-webhooks.js';
import { findLosses } from './find-losses.js';
import { type LaneTrace, replayLane } from './replay-lane.js';
import { type OrderTruth, readTruths } from './truth.js';

export type RoundFindings = {
  accepted: number;
  /** Webhooks that servers, also of a courier's system, or tills accepted. */
  delivered: number;
  /** Part of `delivered`: pulled by tills. */
  pulled: number;
  /** Part of `delivered`: accepted by the server of a courier's system. */
  ofCouriers: number;
  retries: number;
  /** Traces of one order at one endpoint that were replayed on the ledger's model. */
  lanes: number;
  lost: string[];
  disorder: string[];
  /** Posted again after they were accepted. */
  duplicates: number;
  /** Handed out to tills with a later attempt than the first. */
  handedOutAgain: number;
  /** Part of `handedOutAgain`: after a till had sent their ack. */
  duplicatesPulled: number;
  tillDeaths: number;
};

/** Compares, once all is quiet, the promises to clients with the stored state and the webhooks that arrived. */
export const checkRound = async (
  product: Product,
  { shops, desk }: { shops: readonly Shop[]; desk: CourierDesk },
  record: RoundRecord,
): Promise<RoundFindings> => {
  const orders = [...record.orders.values()];
  const truths = await readTruths(product, shops, orders);
  const findings = countRecord(record, shops);
  for (const order of orders) {
    const truth = truths.get(order.id);
    const shop = shops.find(({ index }) => index === order.shop);
    if (truth && shop) checkOrder({ order, truth, shop, record, findings });
  }
  for (const shop of shops) await checkShopFeed(shop, orders, truths, findings);
  await checkDesk({ product, desk, record, truths, findings });
  await checkSystem(product, findings);
  return findings;
};

/** Facts that are known without a call to the system. */
export const countRecord = (record: RoundRecord, shops: readonly Shop[]): RoundFindings => {
  const ofCouriers = [...record.courierWebhooks.values()].flat();
  const arrivals = [...[...record.webhooks.values()].flat(), ...ofCouriers];
  const accepted = arrivals.filter(({ isAccepted }) => isAccepted);
  const tillNames = shops.map(({ till }) => till.name);
  return {
    accepted: record.orders.size,
    delivered: accepted.length,
    pulled: accepted.filter(({ endpoint }) => tillNames.includes(endpoint)).length,
    ofCouriers: ofCouriers.length,
    retries: record.retryCount,
    lanes: 0,
    lost: [...record.unfinished],
    disorder: [...record.wrongAnswers],
    duplicates: 0,
    handedOutAgain: arrivals.filter(({ endpoint, attempt }) => attempt > 1 && tillNames.includes(endpoint)).length,
    duplicatesPulled: 0,
    tillDeaths: shops.reduce((sum, { till }) => sum + till.deathCount(), 0),
  };
};

const checkOrder = (deps: {
  order: OrderRecord;
  truth: OrderTruth;
  shop: Shop;
  record: RoundRecord;
  findings: RoundFindings;
}): void => {
  const { order, truth, shop, record, findings } = deps;
  findings.lost.push(...findLosses(order, truth));
  const events = eventsOf(truth);
  const sequences = events.map(({ sequence }) => sequence).sort((one, other) => one - other);
  if (sequences.some((sequence, index) => sequence !== index + 1))
    findings.disorder.push(`${order.id}: its events are ${sequences.join(', ')}`);
  const arrivals = record.webhooks.get(order.id) ?? [];
  const lane = { orderId: order.id, events, timeline: truth.timeline, arrivals, disturbedMs: record.disturbedMs };
  const check = ({ filter = standardEvents, ...endpoint }: ShopEndpoint) =>
    checkLane({ ...lane, endpoint, wanted: filter }, findings);
  for (const server of shop.servers) findings.duplicates += check(server);
  findings.duplicatesPulled += check(shop.till);
};

type Lane = Pick<LaneTrace, 'wanted' | 'events' | 'disturbedMs'> & {
  orderId: string;
  endpoint: Pick<ShopEndpoint, 'name' | 'id' | 'type'>;
  timeline: Timeline | undefined;
  /** At all endpoints. */
  arrivals: readonly CheckedWebhook[];
};

/** @returns how many webhooks came again after they were accepted */
const checkLane = ({ orderId, endpoint, timeline, ...lane }: Lane, findings: RoundFindings): number => {
  const { name, id, type } = endpoint;
  const title = `${orderId} at ${name}`;
  const arrivals = lane.arrivals.filter((arrival) => arrival.endpoint === name);
  const isOfLane = (entry: { endpoint_id: string }): boolean => entry.endpoint_id === id;
  const entries = timeline?.data ?? [];
  const deliveries = entries.filter((entry) => entry.kind === 'delivery').filter(isOfLane);
  const attempts = entries.filter((entry) => entry.kind === 'attempt').filter(isOfLane);
  const { lost, disorder, duplicateCount } = replayLane({ ...lane, title, type, arrivals, deliveries, attempts });
  findings.lanes += 1;
  findings.lost.push(...lost);
  findings.disorder.push(...disorder, ...checkWebhooks(title, lane.events, arrivals));
  return duplicateCount;
};

const eventsOf = ({ timeline }: OrderTruth): KnownEvent[] =>
  (timeline?.data ?? []).filter((entry) => entry.kind === 'event').map(toKnown);

export const checkShopFeed = async (
  { index, feed }: Shop,
  orders: readonly OrderRecord[],
  truths: ReadonlyMap<string, OrderTruth>,
  findings: RoundFindings,
): Promise<void> => {
  const sequencesOf = new Map(
    orders
      .filter(({ shop }) => shop === index)
      .map(({ id }) => {
        const truth = truths.get(id);
        const events = truth ? eventsOf(truth).filter(({ event }) => isAmong(standardEvents, event)) : [];
        return [id, events.map(({ sequence }) => sequence)];
      }),
  );
  await feed.readUntil([...sequencesOf.values()].flat().length);
  const { lost, disorder } = checkFeed(`shop ${index}`, sequencesOf, feed.seen);
  findings.lost.push(...lost);
  findings.disorder.push(...disorder);
};

/** Every event in the feed of a courier's system must reach its server too, in order for each delivery. */
const checkDesk = async (deps: {
  product: Product;
  desk: CourierDesk;
  record: RoundRecord;
  truths: ReadonlyMap<string, OrderTruth>;
  findings: RoundFindings;
}): Promise<void> => {
  const { product, truths, findings } = deps;
  const { endpoint, readEvents } = deps.desk;
  const { courierWebhooks, disturbedMs } = deps.record;
  const arrivals = [...courierWebhooks.values()].flat();
  const reported = await readEvents(new Set(arrivals.map(({ webhookId }) => webhookId)).size);
  for (const orderId of new Set([...reported.map((event) => event.orderId), ...courierWebhooks.keys()])) {
    const events = reported.filter((event) => event.orderId === orderId);
    const timeline = truths.get(orderId)?.timeline ?? (await product.operator.timeline(orderId));
    const arrivals = courierWebhooks.get(orderId) ?? [];
    const lane = { orderId, endpoint, events, wanted: null, timeline, arrivals, disturbedMs };
    findings.duplicates += checkLane(lane, findings);
  }
};

/** Events are named by the contract; the timeline's type is wider. */
const toKnown = ({ sequence, event }: { sequence: number; event: string }): KnownEvent => {
  const known = [...webhookEvents, ...courierEvents].find((name) => name === event);
  if (known === undefined) throw new Error(`there is no event ${event}`);
  return { sequence, event: known };
};

const isAmong = (events: readonly WebhookEvent[], event: WebhookEvent | CourierEvent): boolean =>
  events.some((name) => name === event);

export const checkSystem = async ({ operator, services }: Product, findings: RoundFindings): Promise<void> => {
  const audit = await operator.audit();
  if (!audit.balanced) findings.lost.push(`the audit is not balanced: ${JSON.stringify(audit)}`);
  if (audit.exhausted + audit.skipped + audit.held > 0)
    findings.lost.push(`given up or held: ${JSON.stringify(audit)}`);
  for (const { queue, reason } of await operator.deadLetters())
    findings.lost.push(`dead letter of ${queue}: ${reason}`);
  for (const { name, replica, isRunning, unexpectedExit } of services)
    if (unexpectedExit() || (replica === 0 && !isRunning())) findings.lost.push(`${name} ${replica} died by itself`);
};
