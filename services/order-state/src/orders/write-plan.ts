import { awaitAll, type Transaction } from '@delivery/postgres';
import { insertCommands } from './queries/commands.js';
import { insertEvents } from './queries/events.js';
import { parkCommands, unparkCommands } from './queries/parked.js';
import { insertSandboxOrders, updateSandboxOrders } from './queries/sandbox.js';
import { insertTimers } from './queries/timers.js';
import { deletePositions } from './queries/tracking.js';
import { insertOrders, updateContents, updateOrders } from './queries/write-orders.js';
import type { BatchPlan } from './rules/decide-batch.js';
import { isFinal, type Order } from './rules/order.js';
import { toNewSandboxOrders, toSandboxReady } from './rules/sandbox.js';

/** Sends everything that was decided, one multi-row statement per table, without waiting in between. */
export const writePlan = async (
  client: Transaction,
  plan: BatchPlan,
  now: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  const newSandboxOrders = toNewSandboxOrders(plan.created, plan.events);
  const sandboxReady = toSandboxReady(plan.changed, plan.events);
  const broughtIds = plan.changed.filter(isBrought).map(({ id }) => id);
  await awaitAll({
    created: plan.created.length > 0 && insertOrders(client, plan.created),
    sandboxCreated: newSandboxOrders.length > 0 && insertSandboxOrders(client, newSandboxOrders),
    timers: plan.timers.length > 0 && insertTimers(client, plan.timers),
    commands: plan.commands.length > 0 && insertCommands(client, plan.commands, now),
    changed: plan.changed.length > 0 && updateOrders(client, plan.changed),
    rewritten: plan.rewritten.length > 0 && updateContents(client, plan.rewritten),
    sandboxReady: sandboxReady.length > 0 && updateSandboxOrders(client, sandboxReady),
    events:
      plan.events.length + plan.courierEvents.length > 0 &&
      insertEvents(client, [...plan.events, ...plan.courierEvents]),
    positions: broughtIds.length > 0 && deletePositions(client, broughtIds),
    parked: plan.park.length > 0 && parkCommands(client, plan, now, traceparents),
    unparked: plan.unparked.length > 0 && unparkCommands(client, plan.unparked),
  });
};

/** Only of one that a courier's system has is there a position. */
const isBrought = ({ status, courierSystemId }: Order): boolean => courierSystemId !== null && isFinal(status);
