import type { DeliveryAttempted } from '@delivery/contracts';
import {
  awaitAll,
  limitLockWait,
  limitStatements,
  type Pool,
  readThenWrite,
  retryConflicts,
  type Transaction,
} from '@delivery/postgres';
import { theSystem } from '../activity/queries.js';
import { type EndpointFault, saveEndpointTests, saveFaults } from '../endpoints/queries/endpoint-tests.js';
import { disableEndpoints } from '../endpoints/queries/write-endpoints.js';
import { releaseDeliveries } from './queries/release-deliveries.js';
import { readDuePulled } from './queries/take-pulled.js';
import { lockWindows } from './queries/windows.js';
import { insertUndigested, lockDeliveries, readArchived, updateDeliveries } from './queries/write-deliveries.js';
import { type AttemptPlan, isOlderThan, planAttempts } from './rules/attempts.js';
import { catchUpNow } from './rules/catch-up.js';
import type { LiveDelivery } from './rules/deliveries.js';
import type { Release } from './rules/releases.js';
import type { RetryDeps } from './rules/retries.js';
import { isPulled, takenMax, type Window } from './rules/window.js';

/** @param statementMs how long a statement may run, where that is less than usual */
export type SettleAttempts = (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<AttemptPlan>;
export type SettleDeps = RetryDeps & {
  pool: Pool;
  now: () => number;
  /** For how long a row is waited for that another session holds. Default: as the pool's statements do. */
  lockTimeoutMs?: number;
  /** Like `ApplyDeps`. */
  onReleased: (releases: Release[], nextWakeMs: number | null) => void;
  /** Called after COMMIT with the pull endpoints for which something is due. */
  onDuePulled: (endpointIds: readonly string[]) => void;
  /** Called after COMMIT with the endpoints that the system has disabled. */
  onDisabled: (endpointIds: readonly string[], reason: string) => void;
};

/**
 * Applies a batch of attempts in one transaction of two pipelines: lock; then settle or reschedule their deliveries,
 * open the gates behind the settled ones, adjust the windows, release the deliveries that have become due. Resolves
 * after COMMIT.
 */
export const createSettleAttempts =
  (deps: SettleDeps): SettleAttempts =>
  async (attempts, statementMs) => {
    const limits = { lockTimeoutMs: deps.lockTimeoutMs, statementMs };
    const { read: planned, written } = await retryConflicts(() =>
      readThenWrite(deps.pool, (client) => lockAndPlan(client, attempts, { ...deps, ...limits }), writePlanned),
    );
    const { plan } = planned;
    const { releases, nextWakeMs } = written.released;
    if (releases.length > 0 || plan.updates.length > 0) deps.onReleased(releases, nextWakeMs);
    if (written.duePulled.length > 0) deps.onDuePulled(written.duePulled);
    if (written.gone.length > 0) deps.onDisabled(written.gone, 'gone');
    if (written.failing.length > 0) deps.onDisabled(written.failing, 'failing');
    return plan;
  };

/** A test is not in the ledger. Its result is stored, and a success starts the endpoint's catch-up. */
type Planned = { plan: AttemptPlan; tests: DeliveryAttempted[]; faults: EndpointFault[]; nowMs: number };

type Limits = { lockTimeoutMs: number | undefined; statementMs: number | undefined };

const lockAndPlan = async (
  client: Transaction,
  attempts: readonly DeliveryAttempted[],
  { now, schedule, random, lockTimeoutMs, statementMs }: RetryDeps & Pick<SettleDeps, 'now'> & Limits,
): Promise<Planned> => {
  const nowMs = now();
  const tests = attempts.filter((attempt) => attempt.test_webhook_id !== undefined);
  const counted = attempts.filter((attempt) => attempt.test_webhook_id === undefined);
  const { deliveries, windows } = await awaitAll({
    limited: lockTimeoutMs !== undefined && limitLockWait(client, lockTimeoutMs),
    brief: statementMs !== undefined && limitStatements(client, statementMs),
    deliveries: lockReported(client, counted),
    windows: lockWindows(client, [...new Set(attempts.map((attempt) => attempt.endpoint_id))]),
  });
  const isMended = (window: Window): boolean =>
    tests.some(
      (test) => test.endpoint_id === window.endpointId && test.outcome === 'delivered' && !isOlderThan(window, test),
    );
  const locked = new Map(
    windows.map((window) => [window.endpointId, isMended(window) ? catchUpNow(window, nowMs) : window]),
  );
  const plan = planAttempts(counted, deliveries, locked, { nowMs, schedule, random });
  return { plan, tests, faults: faultsOf(attempts), nowMs };
};

/** Also for a stale attempt: the receiver has had the webhook. */
const faultsOf = (attempts: readonly DeliveryAttempted[]): EndpointFault[] =>
  attempts.flatMap(({ endpoint_id: endpointId, fault: reported }) => (reported ? [{ endpointId, reported }] : []));

/** The releasing statement sees the rows written before it. */
const writePlanned = (client: Transaction, { plan, tests, faults, nowMs }: Planned) => {
  const disable = (ids: string[], reason: string) =>
    ids.length > 0 ? disableEndpoints(client, [...new Set(ids)], reason, new Date(nowMs), theSystem) : [];
  const pulled = endpointIdsOf(plan.windows.filter(isPulled));
  const isAnyAttempt = plan.updates.length > 0 || plan.logged.length > 0;
  return awaitAll({
    gone: disable(plan.gone, 'gone'),
    failing: disable(plan.failing, 'failing'),
    updated: isAnyAttempt && updateDeliveries(client, plan.updates, plan.logged),
    tests: tests.length > 0 && saveEndpointTests(client, tests),
    faults: faults.length > 0 && saveFaults(client, faults),
    givenUp: plan.givenUp.length > 0 && insertUndigested(client, plan.givenUp, new Date(nowMs)),
    released: releaseDeliveries(
      client,
      { endpointIds: endpointIdsOf(plan.windows), adjusted: plan.windows, settled: plan.settled },
      nowMs,
    ),
    duePulled: pulled.length > 0 ? readDuePulled(client, pulled, { now: new Date(nowMs), takenMax }) : [],
  });
};

const endpointIdsOf = (windows: readonly Window[]): string[] => windows.map(({ endpointId }) => endpointId);

/**
 * Nearly all are found: a delivery that must be looked for in the days of its order was reported twice, or its order is
 * purged.
 */
const lockReported = async (
  client: Transaction,
  attempts: readonly DeliveryAttempted[],
): Promise<Map<string, LiveDelivery>> => {
  const locked = await lockDeliveries(
    client,
    [...new Set(attempts.map((attempt) => attempt.order_id))],
    [...new Set(attempts.map((attempt) => attempt.delivery_id))],
  );
  const missing = attempts.filter((attempt) => !locked.has(attempt.delivery_id));
  if (missing.length === 0) return locked;
  const left = await readArchived(
    client,
    [...new Set(missing.map((attempt) => attempt.order_id))],
    [...new Set(missing.map((attempt) => attempt.delivery_id))],
  );
  return new Map([...locked, ...left]);
};
