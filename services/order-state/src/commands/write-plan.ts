import { insertCommands } from '../db/insert-commands.js';
import { insertDeliveries, insertWaitingDeliveries } from '../db/insert-deliveries.js';
import { insertEvents } from '../db/insert-events.js';
import { insertOrders } from '../db/insert-orders.js';
import { lockWindowsUnread } from '../db/lock-windows.js';
import { parkCommands, unparkCommands } from '../db/park-commands.js';
import type { Client } from '../db/pool.js';
import type { Release } from '../db/release-deliveries.js';
import { updateOrders } from '../db/update-orders.js';
import type { BatchPlan } from '../domain/decide-batch.js';
import type { NewDelivery } from '../ledger/delivery.js';
import { together } from '../db/together.js';
import { unique } from './unique.js';

/** Sends everything that was decided, one multi-row statement per table, without waiting in between. */
export const writePlan = async (
  client: Client,
  plan: BatchPlan,
  now: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  await together([
    plan.created.length > 0 && insertOrders(client, plan.created),
    plan.commands.length > 0 && insertCommands(client, plan.commands, now),
    plan.changed.length > 0 && updateOrders(client, plan.changed),
    plan.events.length > 0 && insertEvents(client, plan.events),
    plan.park.length > 0 && parkCommands(client, plan.park, now, traceparents),
    plan.unparked.length > 0 && unparkCommands(client, plan.unparked),
  ]);
};

/** The windows are locked last, right before they are needed: everybody who has to do with an endpoint shares its row. */
export const writeDeliveries = async (
  client: Client,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<Release[]> => {
  const endpointIds = unique(deliveries.map((delivery) => delivery.endpointId));
  const [, releases] = await together([
    lockWindowsUnread(client, endpointIds),
    insertDeliveries(client, deliveries, nowMs),
  ]);
  return releases;
};

/** For while somebody may hold windows: the relay releases what its windows have room for. */
export const leaveDeliveriesToRelay = async (
  client: Client,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<Release[]> => {
  await insertWaitingDeliveries(client, deliveries, nowMs);
  return [];
};
