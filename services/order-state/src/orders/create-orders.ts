import type { OrderMessage } from '@delivery/contracts';
import { classifyDatabaseError, together, writeAtOnce } from '@delivery/postgres';
import type { AppliedBatch, ApplyDeps } from './apply-deps.js';
import { decideBatch } from './rules/decide-batch.js';
import { isAnyParkedFor } from './sql/park-commands.js';
import { writePlan } from './write-plan.js';

const nothing = { orders: new Map(), gone: new Map(), commands: new Map(), parked: new Map(), held: new Set<string>() };

/**
 * Applies a batch of nothing but creates in one flight, as if none of their orders were there: nearly always none is.
 * The primary keys tell when one is, and then nothing has been written.
 * @returns whether anything was parked for these orders, which is left to be decided; `undefined` when something of it was
 * there: it has to be applied with a look
 */
export const createOrders = async (
  deps: Pick<ApplyDeps, 'pool' | 'now' | 'hashOf'>,
  messages: readonly OrderMessage[],
): Promise<{ applied: AppliedBatch; isAnyParked: boolean } | undefined> => {
  const nowMs = deps.now();
  const plan = decideBatch(messages, nothing, { nowMs, hashOf: deps.hashOf });
  const orderIds = plan.created.map(({ id }) => id);
  try {
    const { isAnyParked } = await writeAtOnce(deps.pool, (client) =>
      together({
        written: writePlan(client, plan, new Date(nowMs), undefined),
        isAnyParked: isAnyParkedFor(client, orderIds),
      }),
    );
    return { applied: { verdicts: plan.verdicts, plan, releases: [] }, isAnyParked };
  } catch (error) {
    if (classifyDatabaseError(error) === 'conflict') return undefined;
    throw error;
  }
};
