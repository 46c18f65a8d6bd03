import type { Acked } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { createNaturalBatches } from '@delivery/service-kit';
import type { SettleFree } from './lapse-taken.js';
import { readTaken } from './queries/pulled.js';
import { isSettled } from './rules/delivery.js';
import { ackedAttempt } from './rules/pulled-attempts.js';

/** What a merchant says it has. */
type Ack = { merchantId: string; endpointId: string; ids: readonly string[] };

/** @throws ProblemError `temporarily_unavailable`, where somebody holds what one of them needs: the same again is right */
export type AckMessages = (ack: Ack) => Promise<Acked>;

/** Acks of one transaction, a hundred ids each at most. */
const ackBatchMax = 25;

/** Settles what polls took, in natural batches. Resolves after COMMIT. What is settled already stays so, and is told as acked. */
export const createAckMessages = (deps: { pool: Pool; now: () => number; settle: SettleFree }): AckMessages => {
  const ackTogether = async (acks: readonly Ack[]): Promise<(Acked | 'held')[]> => {
    const named = acks.flatMap(({ ids, ...of }) => ids.map((id) => ({ id, ...of })));
    const taken = new Map((await readTaken(deps.pool, named)).map((delivery) => [delivery.id, delivery]));
    const open = [...taken.values()].filter(({ state }) => !isSettled(state));
    const nowMs = deps.now();
    const held = open.length > 0 ? await deps.settle(open.map((delivery) => ackedAttempt(delivery, nowMs))) : [];
    const heldIds = new Set([...held].map(({ delivery_id }) => delivery_id));
    return acks.map(({ merchantId, endpointId, ids }) => {
      // Another ack of the batch may have named it with more right.
      const isKnown = (id: string): boolean => {
        const delivery = taken.get(id);
        return delivery?.merchantId === merchantId && delivery.endpointId === endpointId;
      };
      if (ids.some((id) => heldIds.has(id))) return 'held';
      return { acked: ids.filter(isKnown), unknown: ids.filter((id) => !isKnown(id)) };
    });
  };
  const add = createNaturalBatches({ batchMax: ackBatchMax, run: ackTogether });
  return async (ack) => {
    const acked = await add(ack);
    if (acked !== 'held') return acked;
    throw temporarilyUnavailable('Something else is at work on one of these and has not finished. Try again.');
  };
};
