import { answerJson, type ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { auditLedger } from '../ledger/audit-ledger.js';

export const viewAudit =
  (deps: { pool: Pool; leaseMs: number }): ApiRoute['handle'] =>
  async () =>
    answerJson(200, await auditLedger(deps.pool, deps.leaseMs));
