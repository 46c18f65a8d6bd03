import type { Audit } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import { type LedgerAudit, readAudit } from './sql/read-audit.js';

/** Conservation, from two independent counts (promise 13). */
export const auditLedger = async (pool: Pool, leaseMs: number): Promise<Audit> => {
  const counts = await readAudit(pool, leaseMs / 1000);
  return { balanced: counts.matched === accountedFor(counts), ...counts };
};

const accountedFor = (counts: LedgerAudit): number =>
  counts.delivered +
  counts.exhausted +
  counts.skipped +
  counts.held +
  counts.waiting +
  counts.in_flight +
  counts.purged;
