import type { OperatorStatus } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { auditLedger } from '../ledger/audit-ledger.js';
import { readBacklog } from '../ledger/queries/counts.js';
import { countRunningReplays, readHeldEndpoints, readOpenBreakers } from '../ledger/queries/endpoint-health.js';
import { type KeptDays, readRetentionOverdue } from '../retention/queries/retention.js';
import { shareReadings } from './share-readings.js';
import { toIso } from './to-iso.js';

const endpointMax = 20;

/** Each endpoint is looked at, and pages ask every two seconds: as often as that for 10,000 of them. */
const shared = { msPerEndpoint: 0.2, sharedMaxMs: 10_000 };

type StatusDeps = KeptDays & { pool: Pool; leaseMs: number; now: () => number };

/** The ledger on one screen: what is owed, what is late, and whose endpoints are the cause. */
export const viewStatus = (deps: StatusDeps): ApiRoute['handle'] => {
  const readShared = shareReadings({ read: () => readStatus(deps), ...shared, now: deps.now });
  return async () => answerJson(200, await readShared('status'));
};

const readStatus = async (deps: StatusDeps): Promise<{ answer: OperatorStatus; endpointCount: number }> => {
  const { pool, leaseMs } = deps;
  const [audit, backlog, runningReplays, held, breakers, overdue] = await Promise.all([
    auditLedger(pool, leaseMs),
    readBacklog(pool),
    countRunningReplays(pool),
    readHeldEndpoints(pool, endpointMax),
    readOpenBreakers(pool, endpointMax),
    readRetentionOverdue(pool, deps),
  ]);
  const { due, unpublished, parked, dead_letters } = backlog;
  const answer: OperatorStatus = {
    audit,
    backlog: { due, unpublished, parked, dead_letters },
    windows: { open: backlog.windows_open, narrowed: backlog.windows_narrowed, probing: backlog.windows_probing },
    paced_endpoints: backlog.windows_paced,
    running_replays: runningReplays,
    held_endpoints: held.map((row) => ({ ...row, disabled_at: toIso(row.disabled_at) })),
    open_breakers: breakers.map((row) => ({
      ...row,
      failing_since: toIso(row.failing_since),
      probe_at: toIso(row.probe_at),
    })),
    retention_overdue_seconds: overdue,
    history_days_ahead: backlog.history_days_ahead,
  };
  const { open, narrowed, probing } = answer.windows;
  return { answer, endpointCount: open + narrowed + probing };
};
