import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@delivery/contracts';
import { buildOrder, type Call, type Product } from '@delivery/test-support';
import type { Random } from '../random.js';
import type { OrderRecord, RoundRecord } from '../record.js';
import type { Shop } from '../shops/shop.js';
import { contendFor, type CourierSystems, releaseBy, reportBy } from './courier-systems.js';
import { insist, type Insistence, WrongAnswerError } from './insist.js';

export type JourneyDeps = {
  product: Product;
  courierSystems: CourierSystems;
  record: RoundRecord;
  shop: Shop;
  random: Random;
  signal: AbortSignal;
};

const courierStatuses: readonly OrderStatus[] = [
  'on_route_to_pickup',
  'at_pickup',
  'on_route_to_delivery',
  'at_delivery',
  'delivered',
];

/** One order's life. Its steps are drawn beforehand, not while the system answers, so that a seed repeats them. */
export const runJourney = async (deps: JourneyDeps): Promise<void> => {
  const { random } = deps;
  const kind = random.next();
  const repeats = random.chance(0.3);
  const order = await create(deps, repeats);
  await goOn(deps, order, { kind, repeats }).catch((error: unknown) => {
    throw nameOrder(order, error);
  });
};

const nameOrder = ({ id }: OrderRecord, error: unknown): Error => {
  const text = error instanceof Error ? error.message : String(error);
  const named = text.startsWith(id) ? text : `${id}: ${text}`;
  return error instanceof WrongAnswerError ? new WrongAnswerError(named) : new Error(named, { cause: error });
};

const goOn = async (
  deps: JourneyDeps,
  order: OrderRecord,
  { kind, repeats }: { kind: number; repeats: boolean },
): Promise<void> => {
  if (kind < 0.1) return cancel(deps, order);
  if (kind < 0.2) return contest(deps, order);
  await ready(deps, order);
  if (repeats) await ready(deps, order);
  await deps.shop.waitForWebhook(order.id, ({ body }) => body.event === 'delivery_requested', deps.signal);
  if (kind < 0.5) return deliverWithRepeats(deps, order);
  if (kind < 0.6) return deliverInOneBurst(deps, order);
  if (kind < 0.8) return deliverBySystem(deps, order);
  return deliverByOperator(deps, order);
};

/** A repeated create is sent beside the first, and again after it. */
const create = async (deps: JourneyDeps, repeats: boolean): Promise<OrderRecord> => {
  const { shop, record } = deps;
  const content = buildOrder();
  const send = async (): Promise<string> => {
    const answer = await insist('create', (call) => shop.merchant.create(content, call), until(deps, 201));
    return String(answer.body['id']);
  };
  const [id, ...others] = await Promise.all([send(), repeats ? send() : undefined]);
  if (repeats) others.push(await send());
  const order: OrderRecord = {
    id,
    content,
    shop: shop.index,
    isReadyAccepted: false,
    isCancelSent: false,
    isCancelAccepted: false,
    reported: [],
  };
  record.orders.set(id, order);
  if (others.some((other) => other !== undefined && other !== id))
    record.wrongAnswers.push(`${id}: equal creates got different ids`);
  return order;
};

const ready = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  const answer = await insist('ready', (call) => deps.shop.merchant.ready(order.id, call), until(deps, 200, 202, 409));
  if (answer.status !== 409) order.isReadyAccepted = true;
  else if (!order.isCancelSent) throw new WrongAnswerError(`${order.id}: ready was answered 409 without a cancel`);
};

const cancel = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  order.isCancelSent = true;
  const send = (call: Call) => deps.shop.merchant.cancel(order.id, { code: 'customer_request' }, call);
  await insist('cancel', send, until(deps, 200, 202));
  order.isCancelAccepted = true;
};

const until = ({ record, signal }: JourneyDeps, ...final: number[]): Insistence => ({
  final,
  // 429: the machine is full.
  again: [429, 503],
  signal,
  onRetry: () => (record.retryCount += 1),
  pauseMaxMs: 1_200,
});

/** Ready and cancel at once: the one that is decided first wins, and the other is answered or recorded as refused. */
const contest = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  await Promise.all([ready(deps, order), cancel(deps, order)]);
};

const deliverByOperator = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  for (const status of courierStatuses) {
    await report(deps, order, 'status', { status });
    order.reported.push(status);
    if (status !== 'on_route_to_delivery' || deps.random.chance(0.5)) continue;
    await report(deps, order, 'tracking-url', { tracking_url: `https://couriers.example/t/${order.id}` });
  }
  await readDelivered(deps, order);
};

/** Two systems compete for a delivery, and one gets it. Some release it once, and both compete again. */
const deliverBySystem = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  const { courierSystems, random } = deps;
  const untilOf = (...final: number[]) => until(deps, ...final);
  const givesBack = random.chance(0.2);
  let system = await contendFor(courierSystems, order, untilOf);
  if (givesBack) {
    await releaseBy(system, order, untilOf);
    system = await contendFor(courierSystems, order, untilOf);
  }
  for (const status of courierStatuses) await reportBy(system, order, status, untilOf);
  await readDelivered(deps, order);
};

/** The last report was answered after its commit, so the merchant reads no older state. */
const readDelivered = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  const { body } = await insist('read', (call) => deps.shop.merchant.get(order.id, call), until(deps, 200));
  if (body['status'] !== 'delivered')
    throw new WrongAnswerError(`${order.id}: is delivered, and was read as ${String(body['status'])}`);
};

type Report = { what: 'status' | 'tracking-url'; body: object; key: string };

const report = (deps: JourneyDeps, order: OrderRecord, what: Report['what'], body: object): Promise<void> =>
  send(deps, order, { what, body, key: randomUUID() });

/** One key for all tries: however often the report arrives, it is one. */
const send = async (
  deps: JourneyDeps,
  order: OrderRecord,
  { what, body, key }: Report,
  ...more: number[]
): Promise<void> => {
  const path = `/operator/v1/orders/${order.id}/${what}`;
  const headers = { 'idempotency-key': key };
  const post = (call: Call) => deps.product.operator.call(path, { method: 'POST', body, headers, ...call });
  await insist(what, post, until(deps, 200, ...more));
};

/** Each report after the webhook of the one before; some twice, and some of those very late. */
const deliverWithRepeats = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  const { shop, random, signal } = deps;
  const late: Report[] = [];
  for (const status of courierStatuses) {
    const once: Report = { what: 'status', body: { status }, key: randomUUID() };
    const copies = random.chance(0.2) ? [once, once] : [once];
    await Promise.all(copies.map((copy) => send(deps, order, copy)));
    if (random.chance(0.1)) late.push(once);
    order.reported.push(status);
    await shop.waitForWebhook(order.id, ({ body }) => body.status === status, signal);
  }
  await Promise.all(late.map((copy) => send(deps, order, copy)));
};

/** All at once: the system decides which of them are refused. */
const deliverInOneBurst = async (deps: JourneyDeps, order: OrderRecord): Promise<void> => {
  const sendAny = (status: OrderStatus) =>
    send(deps, order, { what: 'status', body: { status }, key: randomUUID() }, 409);
  await Promise.all(courierStatuses.map(sendAny));
};
