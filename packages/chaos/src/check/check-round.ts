import {
  type CourierEvent,
  courierEvents,
  standardEvents,
  type WebhookEvent,
  webhookEvents,
} from '@delivery/contracts';
import type { Product } from '@delivery/test-support';
import type { OrderRecord, RoundRecord } from '../record.js';
import type { CourierDesk } from '../shops/courier-desk.js';
import type { Shop } from '../shops/shop.js';
import type { ShopEndpoint } from '../shops/shop-endpoint.js';
import { checkAttempts } from './check-attempts.js';
import { checkFeed } from './check-feed.js';
import { checkWebhooks, type KnownEvent } from './check-webhooks.js';
import { findLosses } from './find-losses.js';
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

/** Counts from outside, when all is quiet: the promises to clients against the stored state and the webhooks that arrived. */
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
  await checkDesk(desk, record, findings);
  await checkSystem(product, findings);
  return findings;
};

/** The facts that are known without asking the system. */
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
  const check = ({ name, filter }: ShopEndpoint) => {
    const addressed = events.filter(({ event }) => isAmong(filter ?? standardEvents, event));
    const received = (record.webhooks.get(order.id) ?? []).filter(({ endpoint }) => endpoint === name);
    const title = `${order.id} at ${name}`;
    const { lost, disorder, duplicateCount } = checkWebhooks(title, addressed, received);
    findings.lost.push(...lost);
    findings.disorder.push(...disorder);
    return { title, received, duplicateCount };
  };
  for (const server of shop.servers) findings.duplicates += check(server).duplicateCount;
  const { title, received, duplicateCount } = check(shop.till);
  findings.duplicatesPulled += duplicateCount;
  findings.disorder.push(...checkAttempts(title, received));
};

const eventsOf = ({ timeline }: OrderTruth): KnownEvent[] =>
  (timeline?.data ?? []).filter((entry) => entry.kind === 'event').map(toKnown);

const checkShopFeed = async (
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
const checkDesk = async (
  { name, readEvents }: CourierDesk,
  { courierWebhooks }: RoundRecord,
  findings: RoundFindings,
): Promise<void> => {
  const arrivals = [...courierWebhooks.values()].flat();
  const told = await readEvents(new Set(arrivals.map(({ webhookId }) => webhookId)).size);
  for (const orderId of new Set([...told.map((event) => event.orderId), ...courierWebhooks.keys()])) {
    const events = told.filter((event) => event.orderId === orderId);
    const { lost, disorder, duplicateCount } = checkWebhooks(
      `${orderId} at ${name}`,
      events,
      courierWebhooks.get(orderId) ?? [],
    );
    findings.lost.push(...lost);
    findings.disorder.push(...disorder);
    findings.duplicates += duplicateCount;
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

const checkSystem = async ({ operator, services }: Product, findings: RoundFindings): Promise<void> => {
  const audit = await operator.audit();
  if (!audit.balanced) findings.lost.push(`the audit is not balanced: ${JSON.stringify(audit)}`);
  if (audit.exhausted + audit.skipped + audit.held > 0)
    findings.lost.push(`given up or held: ${JSON.stringify(audit)}`);
  for (const { queue, reason } of await operator.deadLetters())
    findings.lost.push(`dead letter of ${queue}: ${reason}`);
  for (const { name, replica, isRunning, unexpectedExit } of services)
    if (unexpectedExit() || (replica === 0 && !isRunning())) findings.lost.push(`${name} ${replica} died by itself`);
};
