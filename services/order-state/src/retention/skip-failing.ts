import { classifyDatabaseError, inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertActivity, theSystem } from '../activity/queries.js';

export type SkipDeps = {
  pool: Pool;
  logger: Pick<Logger, 'warn'>;
  /** Called when a step, or an order in it, was skipped because it failed. */
  onSkipped: (step: string) => void;
};

/** An order of which some rows are done, and how far. */
type Within<Rows> = { orderId: string; rows: Rows };

/** The result of a transaction for some orders. */
export type Part<Rows> = {
  /** Orders that are done, or are left to the next walk. */
  done: readonly string[];
  /** The next transaction goes on within this order. */
  within?: Within<Rows> | undefined;
  onCommitted?: () => void;
};

type Work<Rows> = (client: Transaction, orderIds: readonly string[], rows: Rows | undefined) => Promise<Part<Rows>>;

const isOutage = (error: unknown): boolean => classifyDatabaseError(error) === 'outage';

/** Orders that are remembered as failing. */
const rememberedMax = 1_000;
/** Orders that fail one after the other before the database is blamed: the walk ends, and begins anew later. */
const inARowMax = 10;

/** `inARow`: orders that have failed one after the other. */
type State = { failing: Set<string>; inARow: number };

const skipOrder = async (
  deps: SkipDeps,
  state: State,
  { step, orderId, error }: { step: string; orderId: string; error: unknown },
): Promise<void> => {
  // One that failed in an earlier walk says nothing about the database.
  if (!state.failing.has(orderId)) state.inARow += 1;
  if (state.inARow >= inARowMax) {
    state.inARow = 0;
    throw error;
  }
  deps.logger.warn({ err: error, step, orderId }, 'retention.order_skipped');
  deps.onSkipped(step);
  if (state.failing.has(orderId) || state.failing.size >= rememberedMax) return;
  await insertActivity(deps.pool, theSystem, {
    action: 'order.retention_failed',
    subject: { type: 'order', id: orderId },
    detail: step,
  });
  state.failing.add(orderId);
};

/** Yields after each transaction. */
async function* handleTogether<Rows>(
  deps: SkipDeps,
  state: State,
  { step, orderIds, work }: { step: string; orderIds: readonly string[]; work: Work<Rows> },
): AsyncGenerator<void> {
  let left = [...orderIds];
  let within: Within<Rows> | undefined;
  while (left.length > 0) {
    const { orderId, rows } = within ?? {};
    const asked = orderId === undefined ? left : [orderId];
    try {
      const part = await inTransaction(deps.pool, (client) => work(client, asked, rows));
      part.onCommitted?.();
      state.inARow = 0;
      within = part.within;
      for (const done of part.done) state.failing.delete(done);
      left = left.filter((id) => !part.done.includes(id));
    } catch (error) {
      if (isOutage(error)) throw error;
      if (asked.length > 1) {
        for (const id of left) yield* handleTogether(deps, state, { step, orderIds: [id], work });
        return;
      }
      within = undefined;
      left = left.filter((id) => !asked.includes(id));
      await skipOrder(deps, state, { step, orderId: asked[0] ?? '', error });
    }
    yield;
  }
}

/**
 * Keeps a failure from ending a walk. Orders are handled together; if that fails, each alone, and one that fails alone
 * is skipped and named, in the log and in the activity log. The next walk handles the orders that have failed after the
 * others of their batch.
 */
export const createSkipFailing = (deps: SkipDeps) => {
  const state: State = { failing: new Set(), inARow: 0 };
  const handle = <Rows>(step: string, orderIds: readonly string[], work: Work<Rows>) =>
    handleTogether(deps, state, { step, orderIds, work });
  return {
    ofOrders: async function* <Rows>(
      step: string,
      orderIds: readonly string[],
      work: Work<Rows>,
    ): AsyncGenerator<void> {
      const last = orderIds.filter((orderId) => state.failing.has(orderId));
      const first = orderIds.filter((orderId) => !state.failing.has(orderId));
      yield* handle(step, first, work);
      for (const orderId of last) yield* handle(step, [orderId], work);
    },
    /** For work that stops at its first failure. */
    ofStep: async function* (step: string, work: AsyncGenerator<void>): AsyncGenerator<void> {
      try {
        yield* work;
      } catch (error) {
        if (isOutage(error)) throw error;
        deps.logger.warn({ err: error, step }, 'retention.step_skipped');
        deps.onSkipped(step);
      }
    },
  };
};
export type SkipFailing = ReturnType<typeof createSkipFailing>;
