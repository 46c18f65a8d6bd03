import type { OperationalEvent, RefusedCalls } from '@delivery/contracts';
import { type Queryable, relation, type Transaction } from '@delivery/postgres';
import { digestsMax, pauseOf } from './queries.js';
import type { RefusedByLimit } from './rules/operational-events.js';

const event: OperationalEvent = 'rate_limited';

const refused = relation<RefusedCalls>({
  merchant_id: ['text', ({ merchant_id }) => merchant_id],
  limit_name: ['text', ({ limit }) => limit],
  count: ['int', ({ count }) => count],
  first_at: ['timestamptz', ({ first_at }) => Date.parse(first_at)],
  last_at: ['timestamptz', ({ last_at }) => Date.parse(last_at)],
});

/** Adds what was refused of merchants that an endpoint asks for, in one order for all who write. Of others nothing is kept. */
export const addRefusedCalls = async (client: Queryable, calls: readonly RefusedCalls[]): Promise<void> => {
  await client.query({
    name: 'add_refused_calls',
    text: `
      insert into refused_calls as r (${refused.columns})
      select ${refused.columns} from ${refused.unnest(1)} as t (${refused.columns})
      where exists (
        select from merchants m join endpoints e on e.merchant_id in (m.id, platform_owner(m.platform_id, m.mode))
        where m.id = t.merchant_id and e.status <> 'deleted' and '${event}' = any(e.events))
      order by merchant_id, limit_name
      on conflict (merchant_id, limit_name) do update
      set count = r.count + excluded.count, first_at = least(r.first_at, excluded.first_at),
        last_at = greatest(r.last_at, excluded.last_at)`,
    values: refused.values(calls),
  });
};

/** Takes what is to be told now: of each merchant at most once an hour. One process at a time. */
export const takeRefusedCalls = async (client: Transaction, now: Date): Promise<RefusedByLimit[]> => {
  const { rows } = await client.query<RefusedByLimit>({
    name: 'take_refused_calls',
    text: `
      with due as materialized (
        select distinct r.merchant_id
        from refused_calls r left join operational_lanes l on l.merchant_id = r.merchant_id and l.endpoint_id is null
        where l.digest_at is null or l.digest_at <= $1::timestamptz - ${pauseOf} limit ${digestsMax}
      ),
      locked as materialized (
        select merchant_id, limit_name from refused_calls where merchant_id in (select merchant_id from due)
        order by merchant_id, limit_name for update
      ),
      taken as (
        delete from refused_calls r using locked l where r.merchant_id = l.merchant_id and r.limit_name = l.limit_name
        returning r.*
      )
      select merchant_id, limit_name as "limit", count, first_at, last_at from taken order by merchant_id, limit_name`,
    values: [now],
  });
  return rows;
};
