import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { z } from 'zod';
import type { DeliveryReleased } from '@delivery/contracts';
import type { Delivery, Endpoint, Order, Result } from '@delivery/test-support/ledger-model';
import {
  addEvents,
  bringForward,
  endFutureTimes,
  endpointOf,
  expire,
  handOut,
} from '@delivery/test-support/ledger-model';
import { isSettled, mayGo, mayReplay, placeOf, purge, replay } from '@delivery/test-support/ledger-model';
import { report, takeBack } from '@delivery/test-support/ledger-model';
import { theSystem } from '../../src/activity/queries.js';
import { type Change, changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { catchUpEndpoint, deleteEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { sendNow } from '../../src/ledger/send-now.js';
import { replayDeliveries } from '../../src/replays/run-replays.js';
import { insertErasure } from '../../src/retention/queries/erase-customers.js';
import { createSweepClock } from '../../src/sweeps/sweep-ledger.js';
import { attemptOf, type AttemptResult, exhausted, failedFor, type LedgerWorld } from '../support/ledger-world.js';
import { reportStatus, retrySchedule, submit } from '../support/ledger-world.js';
import { reportTrackingUrl } from '../support/ledger-world.js';
import { newOrderId } from '../support/messages.js';
import { byId, compare, eventsOf, leaseMs, observe, type Run } from './compare.js';

/** How often each kind of step is drawn, beside the others. */
export const weights = {
  ...{ order: 10, event: 6, ready: 4, report: 24, repeat: 4, confirm: 3, relay: 12, sweep: 6, poll: 8, ack: 6 },
  ...{ advance: 10, setBack: 3, catchUp: 3, sendNow: 4, replay: 4, purge: 1, erase: 2 },
  ...{ disable: 4, enable: 8, delete: 1 },
};
type Name = keyof typeof weights;

/** The outcome that is reported, and whether the server answered. */
export const outcomes = {
  delivered: ['delivered', true],
  failed: ['failed', true],
  unreachable: ['failed', false],
  exhausted: ['failed', true],
  deferred: ['deferred', false],
  gone: ['gone', true],
} as const satisfies Record<Result, readonly [string, boolean]>;

const keyOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) =>
  z.custom<Key>((key) => typeof key === 'string' && Object.hasOwn(of, key));
/** A line of a script. The replica `on` does it, and `dies` before it publishes. `pick` and `count` choose among what exists. */
const stepSchema = z.object({
  do: keyOf(weights),
  on: z.int().default(0),
  dies: z.boolean().default(false),
  pick: z.int().default(0),
  count: z.int().default(1),
  ms: z.int().default(1),
  result: keyOf(outcomes).default('delivered'),
});
export type Step = z.infer<typeof stepSchema>;
export const scriptSchema = z.array(stepSchema);

/** `nothing`: it found nothing to choose from. */
type Act = (run: Run, world: LedgerWorld, step: Step) => Promise<unknown>;

const choose = <T>(from: readonly T[], { pick, count }: Step): T[] => {
  const first = from.length === 0 ? 0 : pick % from.length;
  return from.slice(first, first + count);
};

const addUrls = async ({ model }: Run, world: LedgerWorld, order: Order, count: number): Promise<void> => {
  const paths = Array.from({ length: count }, (_, place) => String(order.sequence + place));
  const begun = order.sequence === 0 ? [submit(world, order.merchantId, order.id)] : [];
  // By the courier's own clock, which counts events: a report that is older by it would change nothing.
  const urls = paths.map((path) => reportTrackingUrl({ now: () => Number(path) }, order.id, path));
  await world.apply([...begun, ...urls]);
  for (const _path of paths) addEvents(model, order, ['tracking_url_added']);
};

/** The last message of each delivery that is in flight. */
export const currentOf = ({ model, messages }: Run): DeliveryReleased[] => {
  const isCurrent = ({ delivery_id: id, generation }: DeliveryReleased): boolean =>
    model.deliveries.some((one) => one.id === id && one.state === 'in_flight' && one.generation === generation);
  return [...new Map(messages.filter(isCurrent).map((message) => [message.delivery_id, message])).values()];
};

/** The duration of each attempt, and the wait of a deferred one. */
const [durationMs, deferredMs] = [3, 10_000];

/** In one batch. */
const reportAll = async ({ model }: Run, world: LedgerWorld, messages: DeliveryReleased[], { result, ms }: Step) => {
  if (messages.length === 0) return 'nothing';
  const [outcome, answered] = outcomes[result];
  const asked: AttemptResult = answered && result === 'failed' ? failedFor(ms) : { outcome, unreachable: !answered };
  const attempted = result === 'exhausted' ? exhausted : asked;
  await world.settle(messages.map((message) => attemptOf(world, message, attempted)));
  for (const { delivery_id: id, generation, attempt, revision } of messages) {
    const delivery = byId(model, id);
    if (!delivery) continue;
    const delayMs = retrySchedule[placeOf(delivery) - 1];
    const isLast = outcome === 'failed' && delayMs === undefined;
    const noted = { generation, attempt, revision, result: isLast ? ('exhausted' as const) : result, durationMs };
    const retryInMs = outcome === 'deferred' ? deferredMs : Math.max(delayMs ?? 0, asked.retry_after_ms ?? 0);
    report(model, delivery, { ...noted, retryInMs });
  }
};

/** Merchants take turns at their platform's endpoint. @param released by one look */
const checkTurns = ({ model, merchants }: Run, released: readonly Delivery[]): void => {
  const turns = merchants.map(({ id }) => {
    const isTurn = (one: Delivery): boolean =>
      endpointOf(model, one).merchantIds.length > 1 &&
      one.replayId === null &&
      model.orders.some((order) => order.id === one.orderId && order.merchantId === id);
    const isLeft = (one: Delivery): boolean => isTurn(one) && mayGo(model, one);
    return { got: released.filter(isTurn).length, isLeft: model.deliveries.some(isLeft) };
  });
  const most = Math.max(...turns.map(({ got }) => got));
  for (const { got, isLeft } of turns) if (isLeft) expect(most - got).toBeLessThanOrEqual(1);
};

const poll: Act = async ({ model, takenIds }, world, { count, ms }) => {
  const { id, ownerId } = model.endpoints.find(({ type }) => type === 'pull')!;
  const due = model.deliveries.filter((one) => one.endpointId === id && mayGo(model, one));
  const [result] = await world.takeMessages([{ owner_id: ownerId, endpoint_id: id, limit: count, visibility_ms: ms }]);
  const taken = result?.outcome === 'taken' ? result.messages : [];
  expect(taken).toHaveLength(Math.min(count, due.length));
  for (const message of taken) {
    handOut(model, byId(model, message.id)!, model.nowMs + ms);
    takenIds.add(message.id);
  }
};

const ack: Act = async ({ model, takenIds }, world, step) => {
  const { id: endpointId, ownerId, revision } = model.endpoints.find(({ type }) => type === 'pull')!;
  const ids = choose([...takenIds].toReversed(), step);
  if (ids.length === 0) return 'nothing';
  const known = ids.flatMap((id) => byId(model, id) ?? []);
  const { acked } = await world.ackMessages({ ownerId, endpointId, ids });
  expect(acked).toEqual(known.map(({ id }) => id));
  for (const one of known) {
    const attempt = Math.max(1, one.attempts + Number(one.state === 'in_flight'));
    const acked = { generation: one.generation, attempt, revision, result: 'delivered', retryInMs: 0 } as const;
    report(model, one, { ...acked, durationMs: Math.max(0, model.nowMs - one.releasedAt!) });
  }
};

const advance = ({ model, worlds }: Run, ms: number): void => {
  worlds[0].advance(ms);
  model.nowMs += ms;
  model.latestMs = Math.max(model.latestMs, model.nowMs);
};

/** A clock that is set back by less is not noticed. */
const noticedMs = 1_000;

const setBack: Act = async (run, world, step) => {
  const ms = Math.min(step.ms, 5_000);
  advance(run, -ms);
  if (ms < noticedMs) return;
  const clock = { now: world.now, skewMs: () => 0, measure: () => Promise.resolve(ms) };
  const unused = { canPublish: () => true, onStuck: () => undefined, onReleased: () => undefined };
  await createSweepClock({ ...world, ...unused, clock, leaseMs })();
  endFutureTimes(run.model);
};

const sweep: Act = async ({ model }, world) => {
  await world.sweepUnpublished();
  await world.sweepLeases();
  expect(await world.sweepStuck()).toBe(0);
  await world.sweepDeleted();
  await world.feedReplays();
  for (const one of model.deliveries) {
    const isOver = one.state === 'in_flight' && one.releasedAt! <= model.nowMs - leaseMs;
    if (isOver && one.visibleUntil === null) takeBack(model, one);
    if (one.state === 'waiting' && endpointOf(model, one).status === 'deleted') one.state = 'skipped';
  }
};

const relay: Act = async (run, world) => {
  const { model } = run;
  await world.releaseDue();
  for (const one of model.deliveries) {
    const isTaken = one.state === 'in_flight' && one.visibleUntil !== null;
    if (isTaken && one.visibleUntil! <= model.nowMs) expire(model, one, retrySchedule);
  }
  checkTurns(run, await observe(run));
};

const replaySome: Act = async ({ model }, world, step) => {
  const settled = model.deliveries.filter((one) => mayReplay(model, one));
  const [first, ...others] = choose(settled, step);
  if (!first) return 'nothing';
  const { ownerId } = endpointOf(model, first);
  const origins = [first, ...others.filter((one) => endpointOf(model, one).ownerId === ownerId)];
  const wanted = { ownerId, deliveryIds: origins.map(({ id }) => id), actor: theSystem, nowMs: model.nowMs };
  const made = await replayDeliveries(world.pool, wanted);
  if ('refused' in made) expect(made.refused).toBe('too_many_running');
  else for (const origin of origins) replay(model, origin, made.replayId);
};

/** After three days, retention drops the day on which they were made. */
const purgeOld: Act = async (run, world) => {
  for (const { id, follower } of run.merchants) await follower.until(eventsOf(run.model, id).length);
  advance(run, 3 * 24 * 3_600_000);
  await world.applyRetention(1, 36_500);
  purge(run.model);
};

const erase = async (world: LedgerWorld, order: Order): Promise<void> => {
  const nothing = { phone_hash: null, whole_phone_hash: null, merchant_id: null };
  const wanted = { id: randomUUID(), order_id: order.id, ...nothing, forced: true, requested_by: 'model' };
  await insertErasure(world.pool, { ...wanted, created_at: new Date(world.now()) });
  await world.sweeps.erasures.run();
  order.erasedTo = order.sequence;
};

/** Does something to one of those that exist, if any does. */
const toOne =
  <T>(listed: (run: Run) => readonly T[], act: (run: Run, world: LedgerWorld, one: T, step: Step) => unknown): Act =>
  async (run, world, step) => {
    const [one] = choose(listed(run), { ...step, count: 1 });
    if (one === undefined) return 'nothing';
    await act(run, world, one, step);
  };
const allOrders = ({ model }: Run): readonly Order[] => model.orders;
/** @param became what changes in the model */
const toEndpoint = (
  from: readonly Endpoint['status'][],
  how: Change,
  became: (before: Endpoint, nowMs: number) => Partial<Endpoint>,
): Act =>
  toOne(
    ({ model }) => model.endpoints.filter(({ status }) => from.includes(status)),
    async ({ model }, world, endpoint) => {
      const { id: endpointId, ownerId } = endpoint;
      await changeUnderLock(world, { ownerId, endpointId, actor: theSystem }, how);
      Object.assign(endpoint, became(endpoint, model.nowMs));
    },
  );

const acts: Readonly<Record<Name, Act>> = {
  order: toOne(
    ({ merchants }) => merchants,
    async (run, world, { id: merchantId }, { count }) => {
      run.model.orders.push({ id: newOrderId(), merchantId, sequence: 0, isReady: false, erasedTo: 0 });
      await addUrls(run, world, run.model.orders.at(-1)!, count);
    },
  ),
  event: toOne(allOrders, (run, world, order, { count }) => addUrls(run, world, order, count)),
  ready: toOne(
    (run) => allOrders(run).filter(({ isReady }) => !isReady),
    async ({ model }, world, order) => {
      await world.apply([reportStatus(world, order.id, 'ready')]);
      order.isReady = true;
      addEvents(model, order, ['status_changed', 'delivery_requested']);
    },
  ),
  report: (run, world, step) => reportAll(run, world, choose(currentOf(run), step), step),
  repeat: (run, world, step) => reportAll(run, world, choose(run.messages.toReversed(), step), step),
  confirm: async (run, world) => {
    await world.markPublished(currentOf(run));
    for (const { delivery_id: id } of currentOf(run)) byId(run.model, id)!.published = true;
  },
  ...{ relay, sweep, poll, ack, setBack, replay: replaySome, purge: purgeOld },
  advance: (run, _world, { ms }) => Promise.resolve(advance(run, ms)),
  catchUp: toEndpoint(['active'], catchUpEndpoint, (_endpoint, catchUpAt) => ({ catchUpAt })),
  sendNow: toOne(
    ({ model }) => model.deliveries.filter((one) => !isSettled(one) && endpointOf(model, one).status === 'active'),
    async ({ model }, world, one) => {
      const wanted = { ownerId: endpointOf(model, one).ownerId, deliveryId: one.id, nowMs: model.nowMs };
      expect(await sendNow(world.pool, wanted, () => Promise.resolve())).toHaveProperty('head');
      bringForward(model, one);
    },
  ),
  disable: toEndpoint(
    ['active'],
    (client, id, now) => disableEndpoints(client, [id], 'requested', now, theSystem),
    (_endpoint, disabledAt) => ({ status: 'disabled', disabledAt }),
  ),
  enable: toEndpoint(
    ['disabled'],
    (client, id, now) => enableEndpoint(client, id, now, theSystem),
    ({ revision, held, disabledAt }, nowMs) => ({
      ...{ status: 'active', revision: revision + 1, held: held + Math.max(0, nowMs - disabledAt) },
      ...{ enabledAt: nowMs, catchUpAt: nowMs },
    }),
  ),
  delete: toEndpoint(
    ['active', 'disabled'],
    (client, id, now) => deleteEndpoint(client, id, now, theSystem),
    () => ({ status: 'deleted' }),
  ),
  erase: toOne(allOrders, (_run, world, order) => erase(world, order)),
};

const perform = async (run: Run, step: Step): Promise<unknown> => {
  const world = run.worlds[step.on]!;
  let done: unknown;
  const act = async (): Promise<void> => {
    done = await acts[step.do](run, world, step);
  };
  await (step.dies ? world.dyingAfterCommit(act) : act());
  return done;
};

/** One step, after which the engines are as the model. */
export const take = async (run: Run, step: Step): Promise<void> => {
  if ((await perform(run, step)) !== 'nothing') await compare(run);
};

/** Looks, five minutes apart, within which everything ends that nothing prevents. */
const looksMax = 20;

/** Everything is enabled and answers, and nothing else happens: the loops alone bring every webhook to its end. */
export const finish = async (run: Run): Promise<void> => {
  const { model, worlds } = run;
  const deliverAll = stepSchema.parse({ do: 'report', count: 1_000, ms: 60_000 });
  const doNow = async (step: Step): Promise<void> => {
    if ((await perform(run, step)) !== 'nothing') await observe(run);
  };
  const isPulled = (one: Delivery): boolean => endpointOf(model, one).type === 'pull';
  while (model.endpoints.some(({ status }) => status === 'disabled')) await doNow({ ...deliverAll, do: 'enable' });
  for (let look = 0; !model.deliveries.every(isSettled); look += 1) {
    expect(look).toBeLessThan(looksMax);
    const on = look % worlds.length;
    for (const name of ['sweep', 'relay'] as const) await doNow({ ...deliverAll, do: name, on });
    do for (const name of ['report', 'poll', 'ack'] as const) await doNow({ ...deliverAll, do: name, on });
    while (currentOf(run).length > 0 || model.deliveries.some((one) => isPulled(one) && mayGo(model, one)));
    advance(run, 300_000);
  }
  await compare(run);
};
