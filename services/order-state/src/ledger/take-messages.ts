import { setTimeout as delay } from 'node:timers/promises';
import type { Acked, DeliveryAttempted, PulledMessage, TakePoll, TakeResult } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import { inTransaction, limitStatements, type Pool } from '@delivery/postgres';
import { createNaturalBatches, type Logger } from '@delivery/service-kit';
import type { OpenSecrets } from '@delivery/webhooks';
import { applyApart, describeRefusal } from './apply-apart.js';
import {
  lookAtPolled,
  noteFetches,
  type PolledEndpoint,
  readExpired,
  readTaken,
  takeDeliveries,
} from './queries/take-pulled.js';
import { lockFreeWindows } from './queries/windows.js';
import type { Aside } from './rules/aside.js';
import { isSettled } from './rules/deliveries.js';
import { ackedAttempt, expiredAttempt, sharePolls, type TakenDelivery, toPulledMessage } from './rules/pulled.js';
import type { Taken } from './rules/releases.js';
import { takenMax } from './rules/window.js';

export type TakeDeps = {
  pool: Pool;
  now: () => number;
  openSecrets: OpenSecrets;
  /** Called after COMMIT. `expiresAtMs`: when the first of them comes again, unless it is acked. */
  onTaken: (count: number, expiresAtMs: number) => void;
  /** Endpoints that are left alone. */
  aside: Aside;
  logger: Pick<Logger, 'error'>;
};

/**
 * Takes due messages for polls that came together: one result for each. Where nothing is due, which is nearly always,
 * one look without a lock is all. A locked window is not waited for, nor is a locked delivery: one endpoint must not
 * hold up the others' polls.
 *
 * Taken messages are signed after COMMIT. An answer that is lost after that costs time: its messages come again when
 * their visibility ends.
 */
export const createTakeMessages =
  (deps: TakeDeps) =>
  async (polls: readonly TakePoll[]): Promise<TakeResult[]> => {
    const nowMs = deps.now();
    const endpointIds = [...new Set(polls.map(({ endpoint_id }) => endpoint_id))];
    const endpoints = await lookAtPolled(deps.pool, endpointIds, { now: new Date(nowMs), takenMax });
    const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    const due = polls.flatMap((poll, place) => (isDueFor(poll, known) ? [{ ...poll, place }] : []));
    await noteOldFetches(deps, polls, known, nowMs);
    const { taken, busy } = due.length > 0 ? await takeDueApart(deps, due, nowMs) : nothing;
    if (taken.length > 0) {
      deps.onTaken(taken.length, Math.min(...taken.map(({ visible_until }) => visible_until.getTime())));
    }
    const byPlace = groupByPlace(taken);
    return polls.map((poll, place) => {
      const fault = findFault(poll, known, busy);
      return fault ? { outcome: fault } : sign(deps, byPlace.get(place) ?? [], nowMs);
    });
  };

export type TakeMessages = ReturnType<typeof createTakeMessages>;

type PlacedPoll = TakePoll & { place: number };
type Known = ReadonlyMap<string, PolledEndpoint>;

const nothing = { taken: [], busy: new Set<string>() };

const isOwn = ({ owner_id }: TakePoll, endpoint: PolledEndpoint | undefined): endpoint is PolledEndpoint =>
  endpoint?.owner_id === owner_id;

const isDueFor = (poll: TakePoll, known: Known): boolean => {
  const endpoint = known.get(poll.endpoint_id);
  return isOwn(poll, endpoint) && endpoint.is_due;
};

/** How old the note of an endpoint's last fetch may be: a poll that finds nothing writes a row once a minute. */
const fetchNoteMaxMs = 60_000;

/** Where something is due, taking it notes the fetch. */
const noteOldFetches = async ({ pool }: TakeDeps, polls: readonly TakePoll[], known: Known, nowMs: number) => {
  const fetched = polls.flatMap((poll) => {
    const endpoint = known.get(poll.endpoint_id);
    return isOwn(poll, endpoint) && endpoint.type === 'pull' && !endpoint.is_due ? [endpoint] : [];
  });
  const old = fetched.filter(({ last_fetched_at: at }) => (at?.getTime() ?? 0) < nowMs - fetchNoteMaxMs);
  if (old.length > 0) await noteFetches(pool, [...new Set(old.map(({ id }) => id))], new Date(nowMs));
};

const findFault = (poll: TakePoll, known: Known, busy: ReadonlySet<string>) => {
  const endpoint = known.get(poll.endpoint_id);
  if (!isOwn(poll, endpoint)) return 'endpoint_not_found';
  if (endpoint.type !== 'pull') return 'endpoint_type_mismatch';
  return busy.has(endpoint.id) ? 'busy' : undefined;
};

/** An endpoint for which that fails or takes too long is found, and left alone for a while. */
const takeDueApart = async (
  deps: TakeDeps,
  polls: readonly PlacedPoll[],
  nowMs: number,
): Promise<{ taken: Taken[]; busy: ReadonlySet<string> }> => {
  const taken: Taken[] = [];
  const busy = new Set(polls.map(({ endpoint_id: id }) => id).filter(deps.aside.has));
  const leaveAlone = ({ endpoint_id: endpointId }: PlacedPoll, reason: string): void => {
    busy.add(endpointId);
    deps.aside.add(endpointId);
    deps.logger.error({ endpointId, reason }, 'delivery.taking_failed');
  };
  const left = await applyApart(
    polls.filter(({ endpoint_id: id }) => !busy.has(id)),
    {
      apply: async (some, statementMs) => {
        const found = await takeDue(deps, some, nowMs, statementMs);
        taken.push(...found.taken);
        for (const id of found.busy) busy.add(id);
      },
      findHeld: () => Promise.resolve(new Set()),
      setAside: (held) => held.forEach(({ endpoint_id: id }) => busy.add(id)),
      refuse: (poll, error) => leaveAlone(poll, describeRefusal(error)),
      laneOf: ({ endpoint_id: id }) => id,
      setSlowAside: (slow) => slow.forEach(({ item, reason }) => leaveAlone(item, reason)),
    },
  );
  for (const { endpoint_id: id } of left) busy.add(id);
  // One of its polls may have got all that was due.
  for (const { endpoint_id: id } of taken) busy.delete(id);
  return { taken, busy };
};

const takeDue = (
  { pool }: TakeDeps,
  polls: readonly PlacedPoll[],
  nowMs: number,
  statementMs: number | undefined,
): Promise<{ taken: Taken[]; busy: ReadonlySet<string> }> =>
  inTransaction(pool, async (client) => {
    if (statementMs !== undefined) await limitStatements(client, statementMs);
    const endpointIds = [...new Set(polls.map(({ endpoint_id }) => endpoint_id))];
    const windows = await lockFreeWindows(client, endpointIds);
    // Asked anew under the lock: it may have been disabled meanwhile.
    const wanted = sharePolls(
      polls,
      windows.filter(({ active }) => active),
      nowMs,
    );
    const taken = wanted.rooms.length > 0 ? await takeDeliveries(client, nowMs, wanted) : [];
    const given = new Set(taken.map(({ endpoint_id }) => endpoint_id));
    const locked = new Set(windows.map(({ endpointId }) => endpointId));
    const passedOver = wanted.rooms.map(({ endpointId }) => endpointId).filter((id) => !given.has(id));
    return { taken, busy: new Set([...endpointIds.filter((id) => !locked.has(id)), ...passedOver]) };
  });

const groupByPlace = (taken: readonly Taken[]): Map<number, Taken[]> => {
  const groups = new Map<number, Taken[]>();
  for (const one of taken) {
    const group = groups.get(one.place);
    if (group) group.push(one);
    else groups.set(one.place, [one]);
  }
  return groups;
};

const sign = ({ openSecrets, logger }: TakeDeps, taken: readonly Taken[], nowMs: number): TakeResult => {
  const messages: PulledMessage[] = [];
  for (const one of taken) {
    const signed = toPulledMessage(one, openSecrets, nowMs);
    if ('fault' in signed) {
      logger.error(
        { endpointId: one.endpoint_id, deliveryId: one.id, reason: signed.fault },
        'delivery.signing_failed',
      );
      return { outcome: 'unsigned' };
    }
    messages.push(signed.message);
  }
  return { outcome: 'taken', messages };
};

/** The deliveries that a merchant acknowledges. */
type Ack = { ownerId: string; endpointId: string; ids: readonly string[] };

/**
 * @throws ProblemError `temporarily_unavailable`, where another transaction holds a row that one of them needs: retry
 */
export type AckMessages = (ack: Ack) => Promise<Acked>;

/** Acks of one transaction, a hundred ids each at most. */
const ackBatchMax = 25;
/** By ids; ten of them are a turn. */
const ackTurns = {
  flowOf: ({ ownerId }: Ack) => ownerId,
  costOf: ({ ids }: Ack) => ids.length,
  batchCostMax: 1_000,
  turnCost: 10,
};
/** How often an ack is tried whose rows another transaction holds, and the pause after each try. */
const ackTryMax = 5;
const ackPauseMs = 100;

/**
 * Settles taken deliveries, in natural batches by turns of merchants. Resolves after COMMIT. Settled ones stay so, and
 * count as acked.
 */
export const createAckMessages = (deps: { pool: Pool; now: () => number; settle: SettleFree }): AckMessages => {
  const ackTogether = async (acks: readonly Ack[]): Promise<(Acked | 'held')[]> => {
    const named = acks.flatMap(({ ids, ...of }) => ids.map((id) => ({ id, ...of })));
    const taken = new Map((await readTaken(deps.pool, named)).map((delivery) => [delivery.id, delivery]));
    const open = [...taken.values()].filter(({ state }) => !isSettled(state));
    const nowMs = deps.now();
    const held = open.length > 0 ? await deps.settle(open.map((delivery) => ackedAttempt(delivery, nowMs))) : [];
    const heldIds = new Set([...held].map(({ delivery_id }) => delivery_id));
    return acks.map(({ ownerId, endpointId, ids }) => {
      // Another ack of the batch may have named it with more right.
      const isKnown = (id: string): boolean => {
        const delivery = taken.get(id);
        return delivery?.ownerId === ownerId && delivery.endpointId === endpointId;
      };
      if (ids.some((id) => heldIds.has(id))) return 'held';
      return { acked: ids.filter(isKnown), unknown: ids.filter((id) => !isKnown(id)) };
    });
  };
  const add = createNaturalBatches({ batchMax: ackBatchMax, turns: ackTurns, run: ackTogether });
  return async (ack) => {
    for (let tries = 1; tries <= ackTryMax; tries += 1) {
      if (tries > 1) await delay(ackPauseMs);
      const acked = await add(ack);
      if (acked !== 'held') return acked;
    }
    throw temporarilyUnavailable('Another operation on one of these messages has not finished. Try again.');
  };
};

/** Settles attempts, except those whose rows another transaction holds: these are the result. */
export type SettleFree = (attempts: readonly DeliveryAttempted[]) => Promise<ReadonlySet<DeliveryAttempted>>;

/** Expired deliveries in one transaction. */
export const expireMax = 500;

/**
 * Ends attempts whose visibility is over: they failed, and the schedule goes on. An attempt that another replica ends
 * at the same time is stale, and changes nothing twice. Those whose rows another session holds come with the next call.
 */
export const createExpireTaken =
  (deps: { pool: Pool; now: () => number; settle: SettleFree }) => async (): Promise<void> => {
    let last: TakenDelivery | undefined;
    do {
      const nowMs = deps.now();
      const expired = await readExpired(deps.pool, { now: new Date(nowMs), after: last, expireMax });
      await deps.settle(expired.map((delivery) => expiredAttempt(delivery, nowMs)));
      last = expired.length === expireMax ? expired.at(-1) : undefined;
    } while (last);
  };
