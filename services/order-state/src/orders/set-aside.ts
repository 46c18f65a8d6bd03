import { type OrderMessage, queues } from '@delivery/contracts';
import { type Pool, retryConflicts } from '@delivery/postgres';
import type { SlowItem } from '../ledger/apply-apart.js';
import type { OnSetAside } from '../ledger/rules/aside.js';
import { parkCommands } from './queries/parked.js';
import { commandKeyOf } from './rules/decide-batch.js';

export type SetAsideDeps = { pool: Pool; now: () => number; onSetAside: OnSetAside };

/**
 * Keeps messages whose statements take too long, and the messages behind them. From then on later messages of their
 * orders park too.
 */
export const setCommandsAside = async (
  { pool, now, onSetAside }: SetAsideDeps,
  slow: readonly SlowItem<OrderMessage>[],
  behind: readonly OrderMessage[],
  traceparents: ReadonlyMap<string, string> = new Map(),
): Promise<void> => {
  const toParked = (message: OrderMessage, slowReason: string | null) => ({
    message,
    traceparent: traceparents.get(commandKeyOf(message)) ?? null,
    waitsForLock: true,
    slowReason,
  });
  const commands = [
    ...slow.map(({ item, reason }) => toParked(item, reason)),
    ...behind.map((message) => toParked(message, null)),
  ];
  // A message may be there twice: one statement cannot write the same row again. The first one counts, which is the
  // slow one.
  const byKey = new Map(commands.toReversed().map((command) => [commandKeyOf(command.message), command]));
  await retryConflicts(() => parkCommands(pool, [...byKey.values()].reverse(), new Date(now())));
  onSetAside(
    queues.orders,
    slow.map(({ item, reason }) => ({ orderId: item.order_id, reason })),
  );
};
