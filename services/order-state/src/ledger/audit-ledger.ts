import type { Audit, Audited, MerchantMode } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import { type LedgerCounts, readAudit } from './queries/counts.js';

/** Conservation, from two independent counts (promise 13): of live merchants, and apart from them of sandbox merchants. */
export const auditLedger = async (pool: Pool, leaseMs: number): Promise<Audit> => {
  const audits = await readAudit(pool, leaseMs / 1000);
  return { ...toAudited(audits, 'live'), sandbox: toAudited(audits, 'sandbox') };
};

const toAudited = (audits: ReadonlyMap<MerchantMode, LedgerCounts>, mode: MerchantMode): Audited => {
  const counts = audits.get(mode);
  if (!counts) throw new Error(`the audit has no row for ${mode} merchants`);
  return { balanced: counts.matched === accountedFor(counts), ...counts };
};

const accountedFor = (counts: LedgerCounts): number =>
  counts.delivered +
  counts.exhausted +
  counts.skipped +
  counts.held +
  counts.waiting +
  counts.in_flight +
  counts.purged;
