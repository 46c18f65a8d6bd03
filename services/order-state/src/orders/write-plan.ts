import { together, type Transaction } from '@delivery/postgres';
import type { BatchPlan } from './rules/decide-batch.js';
import { toNewSandboxOrders, toSandboxChanges } from './rules/sandbox-order.js';
import { insertCommands } from './sql/insert-commands.js';
import { insertEvents } from './sql/insert-events.js';
import { insertOrders } from './sql/insert-orders.js';
import { insertSandboxOrders } from './sql/insert-sandbox-orders.js';
import { parkCommands, unparkCommands } from './sql/park-commands.js';
import { updateOrders } from './sql/update-orders.js';
import { updateSandboxOrders } from './sql/update-sandbox-orders.js';

/** Sends everything that was decided, one multi-row statement per table, without waiting in between. */
export const writePlan = async (
  client: Transaction,
  plan: BatchPlan,
  now: Date,
  traceparents: ReadonlyMap<string, string> | undefined,
): Promise<void> => {
  const newSandboxOrders = toNewSandboxOrders(plan.created, plan.events);
  const sandboxChanges = toSandboxChanges(plan.changed, plan.events);
  await together({
    created: plan.created.length > 0 && insertOrders(client, plan.created),
    sandboxCreated: newSandboxOrders.length > 0 && insertSandboxOrders(client, newSandboxOrders),
    commands: plan.commands.length > 0 && insertCommands(client, plan.commands, now),
    changed: plan.changed.length > 0 && updateOrders(client, plan.changed),
    sandboxChanged: sandboxChanges.length > 0 && updateSandboxOrders(client, sandboxChanges),
    events: plan.events.length > 0 && insertEvents(client, plan.events),
    parked: plan.park.length > 0 && parkCommands(client, plan, now, traceparents),
    unparked: plan.unparked.length > 0 && unparkCommands(client, plan.unparked),
  });
};
