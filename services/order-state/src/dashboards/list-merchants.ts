import type { MerchantMode, MerchantSort } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { countMax, waitingCountOf } from '../endpoints/queries/read-endpoints.js';
import { isNamed, isServed, merchantColumns, type MerchantRow } from '../merchants/queries.js';

/** The last one of the page before: what the list is sorted by, as text, and the id. */
type MerchantPosition = { key: string; id: string };
export type ListedMerchantRow = MerchantRow & {
  /** How badly the worst of its endpoints does: 3 does not answer, 2 refuses everything, 1 is disabled. */
  rank: number;
  failing_since: Date | null;
  last_order_at: Date | null;
  key: string;
};

/** Of the merchant `m`: a look into an index. */
const lastOrderAt =
  '(select o.created_at from orders o where o.merchant_id = m.id order by o.created_at desc, o.id desc limit 1)';

const microsecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;
/** Later than any time of a row. */
const never = '100000000000000000';

/** What a list is sorted by, never null; of merchants `m` with their endpoints `e` and windows `w`, grouped by merchant. */
const sortKeys: Readonly<Record<MerchantSort, { key: string; type: 'bigint' | 'text'; direction: 'asc' | 'desc' }>> = {
  // The rank, then the time of its creation.
  worst: { key: `rank * ${never} + ${microsecondsOf('created_at')}`, type: 'bigint', direction: 'desc' },
  name: { key: 'lower(name)', type: 'text', direction: 'asc' },
  waiting: { key: 'waiting', type: 'bigint', direction: 'desc' },
  failing: { key: `coalesce(${microsecondsOf('failing_since')}, ${never})`, type: 'bigint', direction: 'asc' },
  last_order: { key: `coalesce(${microsecondsOf('last_order_at')}, 0)`, type: 'bigint', direction: 'desc' },
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

/** Endpoints and orders change: each page shows the list as it is then. All merchants are looked at for one page: for people, not for a loop. */
export const listMerchants = async (
  client: Queryable,
  { sort, after, rowMax, q, of, systemId = null }: MerchantListing,
): Promise<ListedMerchantRow[]> => {
  const { key, type, direction } = sortKeys[sort];
  // Only what the list is sorted by is found out of every merchant.
  const waiting = sort === 'waiting' ? `coalesce(sum(${waitingCountOf('e.id', String(countMax))}), 0)` : '0';
  const { rows } = await client.query<ListedMerchantRow>(
    `with listed as (
       select m.id, m.name, m.created_at, ${waiting}::bigint as waiting,
         ${sort === 'last_order' ? lastOrderAt : 'null::timestamptz'} as last_order_at,
         min(w.failing_since) filter (where e.status = 'active') as failing_since,
         coalesce(max(case when e.status = 'disabled' then 1 when w.probe_at is not null then 3
                           when w.failing_since is not null then 2 end), 0) as rank
       from merchants m
         left join endpoints e on e.merchant_id = m.id and e.status <> 'deleted'
         left join endpoint_windows w on w.endpoint_id = e.id
       where ($4::text is null or ${isNamed('$4')})
         and ($5::uuid is null or (m.platform_id = $5 and m.mode = coalesce($6::text, m.mode)))
         and ($7::text is null or exists (select from courier_systems s where s.id = $7 and ${isServed}))
       group by m.id
     ),
     page as (
       select * from (select *, ${key} as key from listed) sorted
       where $1::text is null or (key, id) ${direction === 'asc' ? '>' : '<'} ($1::${type}, $2::text)
       order by key ${direction}, id ${direction} limit $3
     )
     select ${merchantColumns}, r.rank, r.failing_since, ${lastOrderAt} as last_order_at, r.key::text as key
     from page r join merchants m on m.id = r.id join platforms p on p.id = m.platform_id
     order by r.key ${direction}, r.id ${direction}`,
    [after?.key ?? null, after?.id ?? null, rowMax, q, of?.platformId ?? null, of?.mode ?? null, systemId],
  );
  return rows;
};
