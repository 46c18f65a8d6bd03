import type { Queryable } from '@delivery/postgres';
import { countMax, waitingOf } from '../../endpoints/sql/backlog-of.js';

export type HeldEndpointRow = {
  id: string;
  merchant_id: string;
  waiting: number;
  disabled_reason: string | null;
  disabled_at: Date | null;
};
export type OpenBreakerRow = {
  id: string;
  merchant_id: string;
  waiting: number;
  failing_since: Date | null;
  probe_at: Date | null;
};

/** Disabled endpoints that something waits for, the longest disabled first. */
export const readHeldEndpoints = async (client: Queryable, rowMax: number): Promise<HeldEndpointRow[]> => {
  const { rows } = await client.query<HeldEndpointRow>({
    name: 'read_held_endpoints',
    text: `
      select * from (
        select e.id, e.merchant_id, e.disabled_reason, e.disabled_at, ${waitingOf('e.id', '$2')}
        from endpoints e where e.status = 'disabled'
      ) held where waiting > 0 order by disabled_at, id limit $1`,
    values: [rowMax, countMax],
  });
  return rows;
};

/** Active endpoints that do not answer, the longest failing first. */
export const readOpenBreakers = async (client: Queryable, rowMax: number): Promise<OpenBreakerRow[]> => {
  const { rows } = await client.query<OpenBreakerRow>({
    name: 'read_open_breakers',
    text: `
      select b.*, ${waitingOf('b.id', '$2')} from (
        select e.id, e.merchant_id, w.failing_since, w.probe_at
        from endpoint_windows w join endpoints e on e.id = w.endpoint_id
        where w.probe_at is not null and e.status = 'active'
        order by w.failing_since, e.id limit $1
      ) b order by b.failing_since, b.id`,
    values: [rowMax, countMax],
  });
  return rows;
};

export const countRunningReplays = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(`select count(*) as n from replays where status = 'running'`);
  return rows[0]?.n ?? 0;
};
