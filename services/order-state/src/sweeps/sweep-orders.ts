import { type DeliveryAttempted, type OrderMessage, queues, schemaVersion } from '@delivery/contracts';
import { inTransaction, type Pool, retryConflicts, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertDeadLetters, type NewDeadLetter } from '../dead-letters/queries.js';
import { type Apart, applyFree, describeRefusal } from '../ledger/apply-apart.js';
import { postponeAttempts, readParkedAttempts, type ReadyAttempt, unparkAttempts } from '../ledger/queries/sweep.js';
import { writeUnanswered } from '../mails/queries.js';
import type { TellDeps } from '../operational-events/tell-operational-events.js';
import type { ApplyMessages } from '../orders/apply-messages.js';
import { findLockedAttempts, findLockedMessages, findMessageOwners } from '../orders/find-locked.js';
import { insertUndecidedCommands } from '../orders/queries/commands.js';
import {
  type ParkedStep,
  readReadyParked,
  type ReadyCommand,
  takeExpiredParked,
  unparkCommands,
} from '../orders/queries/parked.js';
import { lockDueTimers, type SetTimer, setTimers, takeTimers, timerTakenMs } from '../orders/queries/timers.js';
import { commandKeyOf, withoutOrder } from '../orders/rules/decide-batch.js';
import { type OrderTimer, planTimer, type TimerPlan } from '../orders/rules/order-timers.js';
import { type SetAsideDeps, setCommandsAside } from '../orders/set-aside.js';

/** How long a command waits for its order. */
const parkedMaxMs = 10 * 60_000;
const expireMax = 500;
/** Commands looked at in one sweep, and applied in one transaction. */
const walkLimits = { stepMax: 2_000, readyMax: 200 };
/** Attempts of one transaction. */
const attemptMax = 200;

export type SweepParkedDeps = SetAsideDeps & {
  /** Leaves messages that have no order: they are parked already. */
  applyParked: ApplyMessages;
  settleReported: (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<void>;
  logger: Logger;
};

/**
 * Applies parked messages, as soon as the row that they wait for is free, in the order in which they came: commands
 * that overtook their order, and commands and reports of attempts that met a row which another session held. Messages
 * that were set aside as slow are tried after the others, when they are due.
 * @returns 0 when nothing is parked
 */
export const createSweepParked = (deps: SweepParkedDeps): (() => Promise<number>) => {
  const walkCommands = createWalk(parkedCommands(deps));
  const walkAttempts = createWalk(parkedAttempts(deps));
  return async () => (await walkCommands()) + (await walkAttempts());
};

type Parked<T> = Omit<Apart<T>, 'setAside'> & { read: (after: number) => Promise<ParkedStep<T>> };

/** Messages that were set aside, tried in one sweep: each may take `briefMs`. */
const slowMax = 5;

/** Each step goes on where the one before it stopped: a message whose row is held for long hides none behind it. */
const createWalk = <T extends { isSlow: boolean }>({ read, ...parked }: Parked<T>): (() => Promise<number>) => {
  let after = 0;
  const setAside = (): void => undefined;
  const { findOwners: _unneeded, ...known } = parked;
  return async () => {
    const { ready, looked, next } = await read(after);
    const slow = ready.filter(({ isSlow }) => isSlow);
    // Messages behind a slow one are decided together with it.
    const slowLanes = new Set(slow.map(parked.laneOf));
    const free = ready.filter((one) => !slowLanes.has(parked.laneOf(one)));
    await applyFree(free, { ...parked, setAside });
    if (slow.length > 0) await applyFree(slow.slice(0, slowMax), { ...known, setAside }, 'brief');
    const left = looked + Number(after > 0);
    after = next ?? 0;
    return left;
  };
};

const parkedCommands = (deps: SweepParkedDeps): Parked<ReadyCommand> => ({
  read: (after) => readReadyParked(deps.pool, after, { now: new Date(deps.now()), ...walkLimits }),
  findHeld: (parked) => findLockedMessages(deps.pool, parked, ({ message }) => message),
  laneOf: ({ message }) => message.order_id,
  findOwners: (parked) => findMessageOwners(deps.pool, parked, ({ message }) => message),
  apply: async (parked, statementMs) => {
    await deps.applyParked(
      parked.map(({ message }) => message),
      undefined,
      undefined,
      statementMs,
    );
  },
  setSlowAside: (slow, behind) =>
    setCommandsAside(
      deps,
      slow.map(({ item, reason }) => ({ item: item.message, reason })),
      behind.map(({ message }) => message),
    ),
  refuse: ({ message }, error) =>
    bury(
      deps,
      {
        queue: queues.orders,
        messageId: message.id,
        type: message.type,
        body: message,
        reason: describeRefusal(error),
      },
      (client) => unparkCommands(client, [commandKeyOf(message)]),
    ),
});

const parkedAttempts = (deps: SweepParkedDeps): Parked<ReadyAttempt> => ({
  read: async (after) => {
    const ready = await readParkedAttempts(deps.pool, after, { now: new Date(deps.now()), attemptMax });
    const last = ready.length === attemptMax ? ready.at(-1) : undefined;
    return { ready, looked: ready.length, next: last?.position ?? null };
  },
  findHeld: (parked) => findLockedAttempts(deps.pool, parked, ({ attempt }) => attempt),
  laneOf: ({ attempt }) => attempt.endpoint_id,
  findOwners: (parked) => Promise.resolve(new Map(parked.map((one) => [one, one.attempt.owner_id]))),
  apply: async (parked, statementMs) => {
    await deps.settleReported(
      parked.map(({ attempt }) => attempt),
      statementMs,
    );
    await unparkAttempts(
      deps.pool,
      parked.map(({ position }) => position),
    );
  },
  setSlowAside: async (slow, behind) => {
    // Those that have never failed themselves are tried without the slow one in the next sweep.
    const again = behind.filter(({ isSlow }) => isSlow).map(({ position }) => ({ position, reason: null }));
    const attempts = [...slow.map(({ item: { position }, reason }) => ({ position, reason })), ...again];
    await postponeAttempts(deps.pool, attempts, new Date(deps.now()));
    deps.onSetAside(
      queues.attempts,
      slow.map(({ item, reason }) => ({ orderId: item.attempt.order_id, reason })),
    );
  },
  refuse: ({ position, attempt }, error) => {
    const body = { schema_version: schemaVersion, type: 'attempts.reported', attempts: [attempt] };
    const messageId = `${attempt.delivery_id}.${attempt.generation}`;
    return bury(
      deps,
      { queue: queues.attempts, messageId, type: body.type, body, reason: describeRefusal(error) },
      (client) => unparkAttempts(client, [position]),
    );
  },
});

/** A message that can never be applied becomes a dead letter, as it would have in its queue. */
const bury = async (
  { pool, now, logger }: Pick<SweepParkedDeps, 'pool' | 'now' | 'logger'>,
  letter: Pick<NewDeadLetter, 'queue' | 'messageId' | 'type' | 'reason'> & { body: object },
  unpark: (client: Transaction) => Promise<void>,
): Promise<void> => {
  const { queue, messageId, reason } = letter;
  const body = Buffer.from(JSON.stringify(letter.body));
  await inTransaction(pool, async (client) => {
    await insertDeadLetters(client, [
      { ...letter, body, detail: 'it was parked when it failed', properties: {}, atMs: now() },
    ]);
    await unpark(client);
  });
  logger.warn({ queue, messageId, reason }, 'dead_letter.stored');
};

/**
 * Refuses, on record, commands whose order never came.
 * @returns how many: as long as there are any, more may be due
 */
export const sweepExpiredParked = async (deps: { pool: Pool; now: () => number }): Promise<number> => {
  const now = new Date(deps.now());
  return retryConflicts(() =>
    inTransaction(deps.pool, async (client) => {
      const expired = await takeExpiredParked(client, new Date(now.getTime() - parkedMaxMs), expireMax);
      const records = expired.map((message) => ({
        message,
        outcome: 'refused' as const,
        code: 'parked_expired' as const,
        detail: 'The order never arrived.',
        ...withoutOrder,
      }));
      if (records.length > 0) await insertUndecidedCommands(client, records, now);
      return expired.length;
    }),
  );
};

/** Timers of one sweep, and of one transaction. */
const timerMax = 1_000;
const appliedMax = 250;

type SweepTimersDeps = Pick<SweepParkedDeps, 'pool' | 'now' | 'applyParked' | 'onSetAside' | 'logger'> &
  Pick<TellDeps, 'areMailsSent'>;

/**
 * Decides about orders to whose times the clock has come, as about any message: the timer goes on after COMMIT, and one
 * that is looked at again, because the process died between, gets the first verdict.
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

/** Timers of steps that the orders have reached continue at once. */
const takeDueTimers = ({ pool, now, areMailsSent }: SweepTimersDeps): Promise<Planned[]> =>
  inTransaction(pool, async (client) => {
    const nowMs = now();
    const timers = await lockDueTimers(client, new Date(nowMs), timerMax);
    const planned = timers.map((timer): Planned => ({ timer, ...planTimer(timer, nowMs) }));
    const reached = planned.filter(({ messages }) => messages.length > 0);
    const passed = planned.filter(({ messages }) => messages.length === 0);
    const taken = reached.map(({ timer }) => timer);
    if (taken.length > 0) await takeTimers(client, taken, new Date(nowMs + timerTakenMs));
    if (passed.length > 0) await setTimers(client, passed);
    const unanswered = passed.flatMap(({ timer: { orderId }, unansweredSince: since }) =>
      since ? [{ orderId, since }] : [],
    );
    if (areMailsSent && unanswered.length > 0) await writeUnanswered(client, unanswered, new Date(nowMs));
    return planned;
  });

/** An order that another session holds is not waited for: its timer is looked at again. */
const applyReached = async (deps: SweepTimersDeps, reached: readonly Planned[]) => {
  const { pool, applyParked, logger } = deps;
  const held = new Set<string>();
  const left = await applyFree<OrderMessage>(
    reached.flatMap(({ messages }) => messages),
    {
      apply: async (messages, statementMs) => {
        const { plan } = await applyParked(messages, undefined, undefined, statementMs);
        for (const orderId of plan.held) held.add(orderId);
      },
      findHeld: (messages) => findLockedMessages(pool, messages, (message) => message),
      setAside: (messages) => messages.forEach(({ order_id: orderId }) => held.add(orderId)),
      laneOf: ({ order_id: orderId }) => orderId,
      findOwners: (messages) => findMessageOwners(pool, messages, (message) => message),
      setSlowAside: (slow, behind) => setCommandsAside(deps, slow, behind),
      refuse: ({ order_id: orderId }, error) =>
        logger.error({ orderId, reason: describeRefusal(error) }, 'order_timer.refused'),
    },
  );
  for (const { order_id: orderId } of left) held.add(orderId);
  const done: SetTimer[] = reached.filter(({ timer }) => !held.has(timer.orderId));
  if (done.length > 0) await retryConflicts(() => setTimers(pool, done));
};
