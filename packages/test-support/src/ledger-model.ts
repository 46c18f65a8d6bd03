/** The ledger as plain data, without SQL: what may happen to each webhook, and when. Times are milliseconds since the epoch. */

type Place = { orderId: string; endpointId: string; replayId: string | null; sequence: number };
/** `id` is empty until the engine has written it. */
type Names = { id: string; webhookId: string; originId: string | null; previousSequence: number };
/** `base`: attempts that do not count in the schedule. `triedSince`: by the endpoint's own clock. */
type Schedule = { attempts: number; base: number; triedSince: number | null; notBefore: number };
type State = 'waiting' | 'in_flight' | 'delivered' | 'exhausted' | 'skipped';
type Release = { generation: number; releasedAt: number | null; visibleUntil: number | null; published: boolean };
export type Delivery = Place & Names & Schedule & Release & { state: State };

/** `events`: `null` for all. */
type Owned = {
  ownerId: string;
  type: 'push' | 'pull';
  merchantIds: readonly string[];
  events: readonly string[] | null;
  giveUpAfter: number | null;
};
type Switched = {
  status: 'active' | 'disabled' | 'deleted';
  disabledAt: number;
  /** For how long it was disabled before: its own clock stands still meanwhile. */
  held: number;
  revision: number;
  enabledAt: number;
  catchUpAt: number | null;
};
/** `isAnswered` by this step: a success may begin a catch-up. */
export type Endpoint = Owned & Switched & { id: string; isAnswered: boolean };

/** `erasedTo`: up to this event, customers' data is erased. */
export type Order = { id: string; merchantId: string; sequence: number; isReady: boolean; erasedTo: number };

export type Model = {
  nowMs: number;
  /** The latest time since the engine noticed that the clock was set back. It has written times up to this one as now. */
  latestMs: number;
  endpoints: readonly Endpoint[];
  orders: Order[];
  deliveries: Delivery[];
  /** All events, in the order of their commits. */
  feed: { merchantId: string; orderId: string; sequence: number }[];
  /** How many of them a reader that begins now is not shown. */
  feedBegin: number;
  /** Deliveries that were ever made. */
  matched: number;
};

export const isSettled = ({ state }: Delivery): boolean => state !== 'waiting' && state !== 'in_flight';

export const endpointOf = (model: Model, { endpointId }: Delivery): Endpoint =>
  model.endpoints.find(({ id }) => id === endpointId)!;

/** The deliveries of one order to one endpoint, live or of one replay. */
const laneOf = ({ deliveries }: Model, { orderId, endpointId, replayId }: Delivery): Delivery[] =>
  deliveries
    .filter((one) => one.orderId === orderId && one.endpointId === endpointId && one.replayId === replayId)
    .sort((one, other) => one.sequence - other.sequence);

/** The first delivery of the lane that is not settled. */
export const headOf = (model: Model, of: Delivery) => laneOf(model, of).find((one) => !isSettled(one));

/** It waits for its time, its endpoint and room there, and for no other delivery. */
export const isOpen = (model: Model, delivery: Delivery): boolean =>
  delivery.state === 'waiting' && headOf(model, delivery) === delivery;

/** After a failure, a catch-up of the endpoint cuts the wait short. */
export const dueAt = (model: Model, delivery: Delivery): number => {
  const { notBefore, releasedAt, attempts, base } = delivery;
  const { catchUpAt } = endpointOf(model, delivery);
  const isCaughtUp = attempts > base && releasedAt !== null && catchUpAt !== null && releasedAt < catchUpAt;
  return isCaughtUp ? Math.min(notBefore, catchUpAt) : notBefore;
};

export const mayGo = (model: Model, delivery: Delivery): boolean =>
  isOpen(model, delivery) && endpointOf(model, delivery).status === 'active' && dueAt(model, delivery) <= model.nowMs;

/** @throws Error where a webhook goes before the one in front of it, before its time, or to an endpoint that must not get it */
export const handOut = (model: Model, delivery: Delivery, visibleUntil: number | null): void => {
  const isTaken = visibleUntil !== null;
  if (!mayGo(model, delivery) || isTaken !== (endpointOf(model, delivery).type === 'pull'))
    throw new Error(`must not be handed out at ${model.nowMs}: ${JSON.stringify(delivery)}`);
  const generation = delivery.generation + 1;
  Object.assign(delivery, {
    state: 'in_flight',
    generation,
    releasedAt: model.nowMs,
    visibleUntil,
    published: isTaken,
  });
};

/** A catch-up sent it before its time: the attempt does not count in the schedule. */
export const isEarly = ({ notBefore, releasedAt }: Delivery): boolean => releasedAt !== null && notBefore > releasedAt;

/** Which attempt of the schedule it is, from 1. */
export const placeOf = (delivery: Delivery): number => (isEarly(delivery) ? 1 : delivery.attempts - delivery.base + 1);

/** `revision`: the endpoint's, when it was released. */
type Sent = { generation: number; attempt: number; revision: number };
export type Result = 'delivered' | 'failed' | 'unreachable' | 'exhausted' | 'deferred' | 'gone';
type Report = Sent & { result: Result; retryInMs: number; durationMs: number };

/** How long its run may go on. No time passes while the endpoint is disabled. */
const timeLeft = (
  { nowMs }: Model,
  { triedSince }: Pick<Delivery, 'triedSince'>,
  { status, giveUpAfter, held }: Endpoint,
): number =>
  giveUpAfter === null || triedSince === null || status !== 'active'
    ? Infinity
    : triedSince + held + giveUpAfter - nowMs;

/** A report counts for the current generation alone, but a success for any. A settled delivery never changes. */
export const report = (model: Model, delivery: Delivery, { generation, attempt, revision, ...given }: Report): void => {
  const { result } = given;
  const isCurrent = delivery.state === 'in_flight' && delivery.generation === generation;
  if (isSettled(delivery) || (result !== 'delivered' && !isCurrent)) return;
  const endpoint = endpointOf(model, delivery);
  const isOlder = revision < endpoint.revision;
  const [wasEarly, isTried] = [isEarly(delivery), result !== 'deferred'];
  endpoint.isAnswered = true;
  if (isTried) delivery.attempts = Math.max(delivery.attempts, attempt);
  const triedSince = delivery.triedSince ?? (isTried ? model.nowMs - given.durationMs - endpoint.held : null);
  const left = timeLeft(model, { triedSince }, endpoint);
  const isOver = result === 'exhausted' || (result !== 'gone' && given.retryInMs > left);
  if (result === 'delivered') delivery.state = 'delivered';
  else if (endpoint.status === 'deleted') delivery.state = 'skipped';
  else if (isOver && !isOlder) delivery.state = 'exhausted';
  else {
    Object.assign(delivery, { state: 'waiting', triedSince });
    delivery.base += Number(wasEarly || (isOlder && isTried));
    const retryAt = model.nowMs + given.retryInMs;
    if (isOlder || result === 'gone') delivery.notBefore = model.nowMs;
    else delivery.notBefore = wasEarly && isTried ? Math.max(delivery.notBefore, retryAt) : retryAt;
    if (result === 'gone' && !isOlder) Object.assign(endpoint, { status: 'disabled', disabledAt: model.nowMs });
  }
  const next = headOf(model, delivery);
  if (next && next !== delivery) next.notBefore = Math.min(next.notBefore, model.nowMs);
};

/** A taken delivery was not acked in time: a failure. The visibility stands for the first of the schedule's delays. */
export const expire = (model: Model, delivery: Delivery, schedule: readonly number[]): void => {
  const { generation, attempts, releasedAt, visibleUntil } = delivery;
  const { revision, enabledAt } = endpointOf(model, delivery);
  const taken = { generation, attempt: attempts + 1, revision: revision - Number(releasedAt! < enabledAt) };
  const place = placeOf(delivery);
  const delayMs = place === 1 ? 0 : schedule[place - 1];
  const result = delayMs === undefined ? 'exhausted' : 'failed';
  report(model, delivery, { ...taken, result, retryInMs: delayMs ?? 0, durationMs: visibleUntil! - releasedAt! });
};

/** No report came within the lease. */
export const takeBack = ({ nowMs }: Model, delivery: Delivery): void => {
  delivery.base += Number(isEarly(delivery));
  Object.assign(delivery, { state: 'waiting', notBefore: nowMs });
};

/** The first delivery of the lane goes now, and its attempt does not count. */
export const bringForward = (model: Model, of: Delivery): void => {
  const head = headOf(model, of);
  if (head?.state !== 'waiting' || head.notBefore <= model.nowMs) return;
  head.notBefore = model.nowMs;
  head.base += Number(head.attempts > head.base);
};

const unsent = {
  id: '',
  state: 'waiting',
  generation: 0,
  releasedAt: null,
  visibleUntil: null,
  published: false,
} as const;

export const addEvents = (model: Model, order: Order, events: readonly string[]): void => {
  for (const event of events) {
    const sequence = (order.sequence += 1);
    model.feed.push({ merchantId: order.merchantId, orderId: order.id, sequence });
    for (const { id: endpointId, merchantIds, events: wanted, status } of model.endpoints) {
      if (status === 'deleted' || !merchantIds.includes(order.merchantId) || wanted?.includes(event) === false)
        continue;
      const place = { orderId: order.id, endpointId, replayId: null, originId: null, sequence, webhookId: '' };
      const schedule = { attempts: 0, base: 0, triedSince: null, notBefore: model.nowMs };
      const made = { ...unsent, ...place, ...schedule, previousSequence: 0 };
      model.deliveries.push({ ...made, previousSequence: laneOf(model, made).at(-1)?.sequence ?? 0 });
      model.matched += 1;
    }
  }
};

/** It is settled, its endpoint can get it, and no repeat of it is under way. */
export const mayReplay = (model: Model, delivery: Delivery): boolean =>
  delivery.replayId === null &&
  ['delivered', 'exhausted'].includes(delivery.state) &&
  endpointOf(model, delivery).status !== 'deleted' &&
  model.deliveries.every((one) => one.originId !== delivery.id || isSettled(one));

/** The attempts go on, and the schedule begins anew. */
export const replay = (model: Model, origin: Delivery, replayId: string): void => {
  const sent = model.deliveries.filter(({ id, originId }) => id === origin.id || originId === origin.id);
  const attempts = Math.max(...sent.map((one) => one.attempts));
  const made = { ...origin, ...unsent, replayId, originId: origin.id };
  model.deliveries.push({ ...made, attempts, base: attempts, triedSince: null, notBefore: model.nowMs });
  model.matched += 1;
};

/** The sweep of the clock after a step: nothing waits for a time that was written before. */
export const endFutureTimes = (model: Model): void => {
  const { nowMs, endpoints, deliveries } = model;
  model.latestMs = nowMs;
  for (const endpoint of endpoints) {
    endpoint.enabledAt = Math.min(endpoint.enabledAt, nowMs);
    endpoint.catchUpAt &&= Math.min(endpoint.catchUpAt, nowMs);
  }
  for (const one of deliveries) {
    const { releasedAt, notBefore } = one;
    if (isOpen(model, one) && (releasedAt ?? Infinity) > nowMs) one.notBefore = Math.min(notBefore, nowMs);
    if (one.state !== 'in_flight' || releasedAt === null || releasedAt <= nowMs) continue;
    if (notBefore <= releasedAt) one.notBefore = Math.min(notBefore, nowMs);
    one.visibleUntil &&= one.visibleUntil - releasedAt + nowMs;
    one.releasedAt = nowMs;
  }
};

/** Retention takes the orders of which nothing waits, with their deliveries. The feed begins behind the last event that it took. */
export const purge = (model: Model): void => {
  const kept = new Set(model.deliveries.flatMap((one) => (isSettled(one) ? [] : [one.orderId])));
  model.feedBegin = model.feed.findLastIndex(({ orderId }) => !kept.has(orderId)) + 1;
  model.orders = model.orders.filter(({ id }) => kept.has(id));
  model.deliveries = model.deliveries.filter(({ orderId }) => kept.has(orderId));
};
