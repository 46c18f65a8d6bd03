import type { DeliveryAttempted } from '@delivery/contracts';
import { disableEndpoints } from '../endpoints/sql/disable-endpoints.js';
import {
  type Transaction,
  inTransactionSendingCommit,
  type Pool,
  retryConflicts,
  type Sent,
  together,
} from '@delivery/postgres';
import { lockDeliveries } from './sql/lock-deliveries.js';
import { lockWindows } from './sql/lock-windows.js';
import { readNextWakeMs } from './sql/next-wake.js';
import { releaseDeliveries, type Release } from './sql/release-deliveries.js';
import { saveEndpointTests } from '../endpoints/sql/save-endpoint-tests.js';
import { updateDeliveries } from './sql/update-deliveries.js';
import type { LiveDelivery } from './delivery.js';
import { planAttempts, type AttemptPlan } from './plan-attempts.js';

export type SettleAttempts = (attempts: readonly DeliveryAttempted[]) => Promise<AttemptPlan>;
export type SettleDeps = {
  pool: Pool;
  now: () => number;
  /** As of `ApplyDeps`. */
  onReleased: (releases: Release[], nextWakeMs: number | null) => void;
  /** Called after COMMIT with the endpoints that the system has disabled. */
  onDisabled: (endpointIds: readonly string[], reason: string) => void;
};

/**
 * Applies a batch of attempts in one transaction of two flights: lock; then settle or reschedule their deliveries, open the
 * gates behind the settled ones, adjust the windows, release what has become due. Resolves after COMMIT.
 */
export const createSettleAttempts =
  (deps: SettleDeps): SettleAttempts =>
  async (attempts) => {
    const { plan, releases, nextWakeMs, gone, failing } = await retryConflicts(() =>
      inTransactionSendingCommit(deps.pool, (client) => settleInTransaction(client, attempts, deps.now())),
    );
    if (releases.length > 0 || plan.updates.length > 0) deps.onReleased(releases, nextWakeMs);
    if (gone.length > 0) deps.onDisabled(gone, 'gone');
    if (failing.length > 0) deps.onDisabled(failing, 'failing');
    return plan;
  };

type Settled = {
  plan: AttemptPlan;
  releases: Release[];
  nextWakeMs: number | null;
  gone: string[];
  failing: string[];
};

const settleInTransaction = async (
  client: Transaction,
  attempts: readonly DeliveryAttempted[],
  nowMs: number,
): Promise<Sent<Settled>> => {
  // A test is in no ledger: its result is shown, and changes nothing.
  const tests = attempts.filter((attempt) => attempt.test_webhook_id !== undefined);
  const counted = attempts.filter((attempt) => attempt.test_webhook_id === undefined);
  const endpointIds = [...new Set(attempts.map((attempt) => attempt.endpoint_id))];
  const [deliveries, windows] = await together([lockReported(client, counted), lockWindows(client, endpointIds)]);
  const locked = new Map(windows.map((window) => [window.endpointId, window]));
  const plan = planAttempts(counted, deliveries, locked, nowMs);
  const disable = (ids: string[], reason: string) =>
    ids.length > 0 ? disableEndpoints(client, [...new Set(ids)], reason, new Date(nowMs)) : [];
  // Sent in this order, and answered in it: what releases sees what was written before.
  const sent = together([
    disable(plan.gone, 'gone'),
    disable(plan.failing, 'failing'),
    (plan.updates.length > 0 || plan.logged.length > 0) && updateDeliveries(client, plan.updates, plan.logged),
    tests.length > 0 && saveEndpointTests(client, tests),
    releaseDeliveries(client, plan.windows, nowMs, plan.settled),
    readNextWakeMs(client),
  ]).then(([gone, failing, , , releases, nextWakeMs]) => ({ plan, gone, failing, releases, nextWakeMs }));
  return { sent };
};

const lockReported = (
  client: Transaction,
  attempts: readonly DeliveryAttempted[],
): Promise<Map<string, LiveDelivery>> =>
  lockDeliveries(
    client,
    [...new Set(attempts.map((attempt) => attempt.order_id))],
    [...new Set(attempts.map((attempt) => attempt.delivery_id))],
  );
