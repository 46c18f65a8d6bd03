import { expect } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import { inSnapshot, queryRows } from '@delivery/postgres';
import type { Delivery, Endpoint, Model } from '@delivery/test-support/ledger-model';
import { dueAt, endpointOf, handOut, headOf, isOpen, isSettled } from '@delivery/test-support/ledger-model';
import { lookAtWindow } from '../../src/endpoints/queries/read-endpoints.js';
import { auditLedger } from '../../src/ledger/queries/counts.js';
import { toLanes } from '../../src/timelines/lanes.js';
import { readLanes } from '../../src/timelines/queries.js';
import type { createFollower } from '../support/feed-world.js';
import type { LedgerWorld } from '../support/ledger-world.js';

export const leaseMs = 12 * 60_000;

/** The model, and the two replicas that it is compared with. */
export type Run = {
  model: Model;
  worlds: readonly [LedgerWorld, LedgerWorld];
  merchants: readonly { id: string; follower: ReturnType<typeof createFollower> }[];
  /** All that was published, and the ids of all that polls took. */
  messages: DeliveryReleased[];
  takenIds: Set<string>;
  /** In the database before this run. */
  matchedBefore: number;
  /** How often it was compared. */
  looks: number;
};

export const byId = ({ deliveries }: Model, id: string) => deliveries.find((one) => one.id === id);

type DeliveryRow = Delivery & { gateOpen: boolean };
type WindowRow = Pick<Endpoint, 'id' | 'status' | 'revision' | 'catchUpAt'> & {
  isFailing: boolean;
  inFlight: number;
  lookAt: number | null;
  room: number;
};

const ms = (at: string): string => `(extract(epoch from ${at}) * 1000)::float8`;
const deliveriesSql = `
  select id, order_id as "orderId", endpoint_id as "endpointId", replay_id as "replayId", origin_id as "originId", sequence,
    previous_sequence as "previousSequence", webhook_id as "webhookId", state, generation, attempt_count as attempts,
    schedule_base as base, ${ms('tried_since')} as "triedSince", ${ms('not_before')} as "notBefore", ${ms('released_at')} as "releasedAt",
    ${ms('visible_until')} as "visibleUntil", published, gate_open as "gateOpen"
  from all_webhook_deliveries where owner_id = any($1) order by id`;
const windowsSql = `
  select e.id, w.status, w.revision, w.in_flight as "inFlight", ${ms('w.catch_up_at')} as "catchUpAt", look.room,
    ${ms('least(w.wake_at, (select at from window_wakes k where k.endpoint_id = e.id))')} as "lookAt",
    w.status = 'disabled' and e.disabled_reason = 'failing' as "isFailing"
  from endpoint_windows w join endpoints e on e.id = w.endpoint_id cross join lateral ${lookAtWindow('$2', '$2')} look
  where e.id = any($1)`;

/** Takes the id of a delivery that the model has planned. */
const adopt = (model: Model, row: DeliveryRow): Delivery => {
  const keyOf = (one: Delivery): string => [one.orderId, one.endpointId, one.replayId, one.sequence].join();
  const delivery = model.deliveries.find((one) => one.id === '' && keyOf(one) === keyOf(row));
  if (!delivery) throw new Error(`a delivery that must not be: ${JSON.stringify(row)}`);
  return Object.assign(delivery, { id: row.id, webhookId: delivery.webhookId || row.webhookId });
};

/** Without what means nothing in its state. */
const shown = (one: Delivery, gateOpen: boolean) => ({
  ...one,
  gateOpen: one.state === 'waiting' ? gateOpen : null,
  notBefore: isSettled(one) ? null : one.notBefore,
  visibleUntil: one.state === 'in_flight' ? one.visibleUntil : null,
  published: one.state === 'in_flight' ? one.published : null,
});

/** A repeat is the same message, and a release that was not confirmed may be published again. */
const checkMessage = (model: Model, message: DeliveryReleased): void => {
  const delivery = byId(model, message.delivery_id)!;
  expect([delivery.state, delivery.published]).toEqual(['in_flight', false]);
  expect(message).toMatchObject({
    generation: delivery.generation,
    attempt: delivery.attempts + 1,
    sequence: delivery.sequence,
    previous_sequence: delivery.previousSequence,
    webhook_id: delivery.webhookId,
    revision: endpointOf(model, delivery).revision,
  });
  const { erasedTo = 0 } = model.orders.find(({ id }) => id === message.order_id) ?? {};
  if (message.sequence <= erasedTo) expect(message.body).not.toContain('track.example');
};

/** The relay looks at the endpoint once something there can go, or a report makes it look. */
const checkWindow = (model: Model, { id, status, revision, catchUpAt, type }: Endpoint, window: WindowRow): void => {
  const own = model.deliveries.filter((one) => one.endpointId === id);
  const inFlight = own.filter(({ state }) => state === 'in_flight').length;
  expect(window).toMatchObject({ id, status, revision, catchUpAt, inFlight });
  const open = own.filter((one) => isOpen(model, one));
  if (status !== 'active' || type === 'pull' || open.length === 0) return;
  const dueMs = Math.max(model.latestMs, Math.min(...open.map((one) => dueAt(model, one))));
  const lookMs = window.lookAt ?? Infinity;
  if (window.room > 0 ? lookMs > dueMs : lookMs === Infinity && inFlight === 0)
    throw new Error(`forgotten: something is due at ${dueMs}, at ${model.nowMs}: ${JSON.stringify(window)}`);
};

/** Reads what the engines did, and adds to the model what they were free to choose. @returns what was released */
export const observe = async ({ model, worlds, messages }: Run): Promise<Delivery[]> => {
  const { pool } = worlds[0];
  const ids = model.endpoints.map(({ id }) => id);
  const owners = model.endpoints.map(({ ownerId }) => ownerId);
  const rows = await queryRows<DeliveryRow>(pool, { name: 'deliveries', text: deliveriesSql, values: [owners] });
  const values = [ids, new Date(model.nowMs)];
  const windows = await queryRows<WindowRow>(pool, { name: 'windows', text: windowsSql, values });
  for (const endpoint of model.endpoints) {
    const window = windows.find(({ id }) => id === endpoint.id);
    if (endpoint.isAnswered && window) endpoint.catchUpAt = window.catchUpAt;
    if (window?.isFailing === true) Object.assign(endpoint, { status: 'disabled', disabledAt: model.nowMs });
    endpoint.isAnswered = false;
  }
  const released: Delivery[] = [];
  for (const row of rows) {
    const delivery = byId(model, row.id) ?? adopt(model, row);
    if (row.state !== 'in_flight' || row.generation !== delivery.generation + 1) continue;
    handOut(model, delivery, row.visibleUntil);
    released.push(delivery);
  }
  const sorted = model.deliveries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(rows.map((row) => shown(row, row.gateOpen))).toEqual(sorted.map((one) => shown(one, isOpen(model, one))));
  for (const { queue, released: handedOver } of worlds) {
    handedOver.length = 0;
    // Runs that failed before leave messages, too.
    const own = queue.splice(0).filter(({ endpoint_id: id }) => ids.includes(id));
    for (const message of own) checkMessage(model, message);
    messages.push(...own);
  }
  for (const endpoint of model.endpoints) {
    const window = windows.find(({ id }) => id === endpoint.id);
    if (window) checkWindow(model, endpoint, window);
    else expect(endpoint.status).toBe('deleted');
  }
  return released;
};

type Waits = { reason: string; sequence?: number; until?: number };
/** The limits of a window that has no room: which one it is, the engine decides. */
const limits = ['probe', 'pace', 'window'];

const waitsFor = (model: Model, delivery: Delivery, limit: string): Waits | null => {
  if (isSettled(delivery)) return null;
  const { status, type } = endpointOf(model, delivery);
  if (delivery.state === 'in_flight') {
    if (delivery.visibleUntil !== null) return { reason: 'ack', until: delivery.visibleUntil };
    return { reason: delivery.published ? 'answer' : 'publish' };
  }
  if (status !== 'active') return { reason: 'held' };
  if (!isOpen(model, delivery)) return { reason: 'predecessor', sequence: headOf(model, delivery)!.sequence };
  if (dueAt(model, delivery) > model.nowMs) return { reason: 'retry', until: dueAt(model, delivery) };
  return { reason: type === 'pull' ? 'fetch' : limit };
};

/** The lanes of one order at a time. */
const checkLanes = async ({ model, worlds, looks }: Run): Promise<void> => {
  const { nowMs, orders } = model;
  const orderId = orders[looks % orders.length]?.id;
  if (orderId === undefined) return;
  const read = await inSnapshot(worlds[0].pool, (client) => readLanes(client, orderId, { reader: 'operator', nowMs }));
  for (const { row, lane } of toLanes(read!, nowMs)) {
    for (const { id, waits_for: found } of lane.deliveries) {
      const delivery = byId(model, id)!;
      const waits = waitsFor(model, delivery, row.waits_for);
      const until = limits.includes(waits?.reason ?? '') ? undefined : found?.until?.getTime();
      expect({ id, ...(found && { reason: found.reason, sequence: found.sequence ?? undefined, until }) }).toEqual({
        id,
        ...waits,
      });
    }
  }
};

/** The events of a merchant in the order in which they happened. */
export const eventsOf = ({ feed }: Model, merchantId: string): string[] =>
  feed.filter((event) => event.merchantId === merchantId).map(({ orderId, sequence }) => `${orderId} ${sequence}`);

const checkAudit = async ({ model, worlds, matchedBefore }: Run): Promise<void> => {
  const { balanced, matched } = await auditLedger(worlds[0].pool, leaseMs);
  expect({ balanced, matched }).toEqual({ balanced: true, matched: matchedBefore + model.matched });
};

/** A transaction elsewhere on the server may hide the last events for a moment. */
const checkFeeds = async ({ model, merchants }: Run): Promise<void> => {
  for (const { id, follower } of merchants) {
    await follower.next(100);
    expect(follower.seen).toEqual(eventsOf(model, id).slice(0, follower.seen.length));
  }
};

export const compare = async (run: Run): Promise<void> => {
  await observe(run);
  await Promise.all([checkLanes(run), checkAudit(run), checkFeeds(run)]);
  run.looks += 1;
};
