import { randomUUID } from 'node:crypto';
import { theSystem } from '../../src/activity/queries.js';
import { catchUp, type Change, changeUnderLock } from '../../src/endpoints/change-endpoints.js';
import { deleteEndpoint, disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { sendNow } from '../../src/ledger/send-now.js';
import { dropDay } from '../../src/retention/apply-retention.js';
import { stepErasure } from '../../src/retention/run-erasure.js';
import { createSkipFailing } from '../../src/retention/skip-failing.js';
import { sweepExpiredParked, sweepTimers } from '../../src/sweeps/sweep-orders.js';
import {
  attemptOf,
  delivered,
  failedFor,
  hashPhone,
  type LedgerWorld,
  reportTrackingUrl,
  submit,
} from '../support/ledger-world.js';
import { changeTime, type Scene } from './scenes.js';

/** Work of order-state, in one or a few database transactions. */
export type Transaction = {
  name: string;
  /** Whether the scene has what it is about. */
  isFor: (scene: Scene) => boolean;
  run: (world: LedgerWorld, scene: Scene) => Promise<unknown>;
};

const always = (): boolean => true;
const whereSent = ({ sent }: Scene): boolean => sent.length > 0;
const wherePulled = ({ taken }: Scene): boolean => taken.length > 0;
const whereTimed = ({ timedOrderId }: Scene): boolean => timedOrderId !== undefined;

/** Failures come again after this time. */
const retryInMs = 20 * 60_000;

const settleAs =
  (outcome: Parameters<typeof attemptOf>[2]) =>
  (world: LedgerWorld, { sent }: Scene): Promise<unknown> => {
    const ids = new Set(sent.map(({ delivery_id }) => delivery_id));
    // They have left the queue with their attempt.
    const left = world.queue.filter(({ delivery_id }) => !ids.has(delivery_id));
    world.queue.splice(0, world.queue.length, ...left);
    return world.settle(sent.map((message) => attemptOf(world, message, outcome)));
  };

const change =
  (make: Change) =>
  (world: LedgerWorld, { ownerId, endpointId }: Scene): Promise<unknown> =>
    changeUnderLock(world, { ownerId, endpointId, actor: theSystem }, make);

const runErasure = async (world: LedgerWorld, { erasureId }: Scene): Promise<void> => {
  while (await stepErasure({ ...world, hashPhone, onErased: () => undefined }, erasureId));
};

const dropDayOf = async (world: LedgerWorld, { day }: Scene): Promise<void> => {
  const skip = createSkipFailing({ ...world, onSkipped: (step) => void world.setAside.push(step) });
  for await (const _part of dropDay(world.pool, skip, day));
};

export const transactions: readonly Transaction[] = [
  {
    name: 'apply',
    isFor: always,
    run: (world, { merchantId, orderId, lateOrderId }) =>
      world.apply([submit(world, merchantId, lateOrderId), reportTrackingUrl(world, orderId, randomUUID())]),
  },
  { name: 'settle', isFor: whereSent, run: settleAs(delivered) },
  {
    name: 'settle a failure',
    isFor: whereSent,
    run: settleAs(failedFor(retryInMs)),
  },
  { name: 'relay', isFor: always, run: (world) => world.releaseDue() },
  { name: 'mark published', isFor: whereSent, run: (world, { sent }) => world.markPublished(sent.toReversed()) },
  { name: 'publish again', isFor: whereSent, run: (world) => world.sweepUnpublished() },
  {
    name: 'expire leases',
    isFor: always,
    run: async (world) => {
      await world.sweepLeases();
      await world.expireTaken();
    },
  },
  {
    name: 'take',
    isFor: wherePulled,
    run: (world, { ownerId, endpointId }) =>
      world.takeMessages([{ owner_id: ownerId, endpoint_id: endpointId, limit: 100, visibility_ms: 30_000 }]),
  },
  {
    name: 'ack',
    isFor: wherePulled,
    run: (world, { ownerId, endpointId, taken }) => world.ackMessages({ ownerId, endpointId, ids: taken }),
  },
  {
    name: 'enable',
    isFor: always,
    run: change((client, endpointId, now) => enableEndpoint(client, endpointId, now, theSystem)),
  },
  {
    name: 'disable',
    isFor: always,
    run: change((client, endpointId, now) => disableEndpoints(client, [endpointId], 'requested', now, theSystem)),
  },
  {
    name: 'delete',
    isFor: always,
    run: change((client, endpointId, now) => deleteEndpoint(client, endpointId, now, theSystem)),
  },
  {
    name: 'catch-up',
    isFor: always,
    run: (world, scene) =>
      change((client, endpointId, now) => catchUp(client, { ...scene, endpointId }, now, theSystem))(world, scene),
  },
  {
    name: 'send-now',
    isFor: always,
    run: (world, { ownerId, lastId: deliveryId }) =>
      sendNow(world.pool, { ownerId, deliveryId, nowMs: world.now() }, () => Promise.resolve()),
  },
  { name: 'replay step', isFor: always, run: (world) => world.feedReplays() },
  { name: 'drop a day', isFor: always, run: dropDayOf },
  { name: 'erase', isFor: always, run: runErasure },
  { name: 'expire parked', isFor: always, run: (world) => sweepExpiredParked(world) },
  {
    name: 'tell times',
    isFor: whereTimed,
    run: (world) => sweepTimers({ ...world, applyParked: world.applyReports, areMailsSent: true }),
  },
  {
    name: 'change the time',
    isFor: whereTimed,
    run: (world, { merchantId, timedOrderId = '' }) => world.apply([changeTime(world, merchantId, timedOrderId)]),
  },
];
