import type { OrderMessage } from '@delivery/contracts';
import { inTransaction, type Pool, retryConflicts } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { applyFree, describeRefusal } from '../orders/apply-apart.js';
import type { ApplyMessages } from '../orders/apply-messages.js';
import { findLockedMessages } from '../orders/find-locked-work.js';
import { lockDueTimers, type SetTimer, setTimers, takeTimers } from '../orders/queries/timers.js';
import { type OrderTimer, planTimer, type TimerPlan } from '../orders/rules/order-timers.js';

/** Timers of one sweep, and of one transaction. */
const timerMax = 1_000;
const appliedMax = 250;
/** A process that takes timers and dies leaves them to the others after that time; so does one that meets a locked order. */
const takenMs = 30_000;

export type SweepTimersDeps = { pool: Pool; now: () => number; applyParked: ApplyMessages; logger: Logger };

/**
 * Decides about orders to whose times the clock has come, as about any message: the timer goes on after COMMIT, and one that is
 * looked at again, because the process died between, gets the first verdict.
 * @returns how many were looked at: there may be more
 */
export const sweepTimers = async (deps: SweepTimersDeps): Promise<number> => {
  const planned = await takeDueTimers(deps);
  const reached = planned.filter(({ messages }) => messages.length > 0);
  for (let place = 0; place < reached.length; place += appliedMax)
    await applyReached(deps, reached.slice(place, place + appliedMax));
  return planned.length;
};

type Planned = TimerPlan & { timer: OrderTimer };

/** Those of steps that the orders have come to go on at once. */
const takeDueTimers = ({ pool, now }: SweepTimersDeps): Promise<Planned[]> =>
  inTransaction(pool, async (client) => {
    const nowMs = now();
    const timers = await lockDueTimers(client, new Date(nowMs), timerMax);
    const planned = timers.map((timer): Planned => ({ timer, ...planTimer(timer, nowMs) }));
    const reached = planned.filter(({ messages }) => messages.length > 0);
    const passed = planned.filter(({ messages }) => messages.length === 0);
    const taken = reached.map(({ timer }) => timer);
    if (taken.length > 0) await takeTimers(client, taken, new Date(nowMs + takenMs));
    if (passed.length > 0) await setTimers(client, passed);
    return planned;
  });

/** An order that another session holds is not waited for: its timer is looked at again. */
const applyReached = async ({ pool, applyParked, logger }: SweepTimersDeps, reached: readonly Planned[]) => {
  const held = new Set<string>();
  await applyFree<OrderMessage>(
    reached.flatMap(({ messages }) => messages),
    {
      apply: async (messages) => {
        await applyParked(messages);
      },
      findHeld: (messages) => findLockedMessages(pool, messages),
      setAside: (messages) => messages.forEach(({ order_id: orderId }) => held.add(orderId)),
      refuse: ({ order_id: orderId }, error) =>
        logger.error({ orderId, reason: describeRefusal(error) }, 'order_timer.refused'),
    },
  );
  const done: SetTimer[] = reached.filter(({ timer }) => !held.has(timer.orderId));
  if (done.length > 0) await retryConflicts(() => setTimers(pool, done));
};
