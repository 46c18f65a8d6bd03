import type { MerchantMode, MerchantSort } from '@delivery/contracts';
import { type Queryable, queryRows } from '@delivery/postgres';
import { countMax, waitingOf } from '../endpoints/queries/read-endpoints.js';
import {
  isNamed,
  isServed,
  merchantColumns,
  type MerchantRow,
  merchantSource,
  systemSource,
} from '../merchants/queries.js';

/** The last one of the page before: what the list is sorted by, as text, and the id. */
type MerchantPosition = { key: string; id: string };
export type ListedMerchantRow = MerchantRow & {
  /** How badly the worst of its endpoints does: 3 does not answer, 2 refuses everything, 1 is disabled. */
  rank: number;
  failing_since: Date | null;
  last_order_at: Date | null;
  key: string;
};

/** Looks up merchant `m` in an index. */
const lastOrderAt =
  '(select o.created_at from orders o where o.merchant_id = m.id order by o.created_at desc, o.id desc limit 1)';

const microsecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;
/** Later than any time of a row. */
const never = '100000000000000000';

const joinEndpoints = "left join endpoints e on e.owner_id = m.id and e.status <> 'deleted'";
const joinWindows = `${joinEndpoints} left join endpoint_windows w on w.endpoint_id = e.id`;

/** Aggregates the endpoints `e` with windows `w` of one merchant. */
const rank = `coalesce(max(case when e.status = 'disabled' then 1 when w.probe_at is not null then 3
  when w.failing_since is not null then 2 end), 0)`;
const failingSince = "min(w.failing_since) filter (where e.status = 'active')";

/** `key`: what a list is sorted by, never null: of merchants `m`, grouped by merchant, and of what is joined. */
type SortKey = { key: string; join?: string; type: 'bigint' | 'text'; direction: 'asc' | 'desc' };
const sortKeys: Readonly<Record<MerchantSort, SortKey>> = {
  // The rank, then the time of its creation.
  worst: {
    key: `${rank} * ${never} + ${microsecondsOf('m.created_at')}`,
    join: joinWindows,
    type: 'bigint',
    direction: 'desc',
  },
  name: { key: 'lower(m.name)', type: 'text', direction: 'asc' },
  waiting: {
    key: 'coalesce(sum(b.waiting), 0)',
    // Endpoint by endpoint, so that a backlog of any length costs no more than a long one.
    join: `${joinEndpoints} left join lateral (select ${waitingOf('e.id', String(countMax))}) b on true`,
    type: 'bigint',
    direction: 'desc',
  },
  failing: {
    key: `coalesce(${microsecondsOf(failingSince)}, ${never})`,
    join: joinWindows,
    type: 'bigint',
    direction: 'asc',
  },
  last_order: { key: `coalesce(${microsecondsOf(lastOrderAt)}, 0)`, type: 'bigint', direction: 'desc' },
};

export type MerchantListing = {
  sort: MerchantSort;
  after: MerchantPosition | undefined;
  rowMax: number;
  /** An id, a reference or part of a name; `null`: all. */
  q: string | null;
  /** `null`: of all platforms; with a mode of `null` of both modes. */
  of: { platformId: string; mode: MerchantMode | null } | null;
  /** Those that a courier's system serves. */
  systemId?: string | null;
};

/**
 * Endpoints and orders change: each page shows the current list. The sort key is computed for all merchants, and
 * the rest of those on the page.
 */
export const listMerchants = async (
  client: Queryable,
  { sort, after, rowMax, q, of, systemId = null }: MerchantListing,
): Promise<ListedMerchantRow[]> => {
  const { key, join = '', type, direction } = sortKeys[sort];
  return queryRows(
    client,
    `with page as (
       select * from (
         select m.id, (${key})::${type} as key from ${merchantSource} ${join}
         where ($4::text is null or ${isNamed('$4')})
           and ($5::uuid is null or (p.id = $5 and m.mode = coalesce($6::text, m.mode)))
           and ($7::text is null or exists (select from ${systemSource} where s.id = $7 and ${isServed}))
         group by m.id
       ) sorted
       where $1::text is null or (key, id) ${direction === 'asc' ? '>' : '<'} ($1::${type}, $2::text)
       order by key ${direction}, id ${direction} limit $3
     )
     select ${merchantColumns}, h.rank, h.failing_since, ${lastOrderAt} as last_order_at, r.key::text as key
     from page r join (${merchantSource}) on m.id = r.id
       cross join lateral (
         select ${rank} as rank, ${failingSince} as failing_since
         from endpoints e left join endpoint_windows w on w.endpoint_id = e.id
         where e.owner_id = r.id and e.status <> 'deleted'
       ) h
     order by r.key ${direction}, r.id ${direction}`,
    [after?.key ?? null, after?.id ?? null, rowMax, q, of?.platformId ?? null, of?.mode ?? null, systemId],
  );
};
