import { z } from 'zod';
import { endpointEventSchema, type EndpointType, type MerchantMode } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows } from '@delivery/postgres';
import { serves, systemSource } from '../../merchants/queries.js';
import type { EndpointFilter } from '../rules/deliveries.js';

const filterSchema = z.array(endpointEventSchema).nullable();

/**
 * Endpoints, by merchant the couriers' systems that serve it and the platform that has calls of its own, as an owner of
 * endpoints, the disabled systems that have one of the orders, those of the serving systems that are paused, and the
 * merchants whose customers have tracking pages.
 */
export type EventReaders = {
  endpoints: readonly EndpointFilter[];
  serving: ReadonlyMap<string, readonly string[]>;
  disabledSystems: ReadonlySet<string>;
  pausedSystems: ReadonlySet<string>;
  platforms: ReadonlyMap<string, string>;
  tracked: ReadonlySet<string>;
};

export const noReaders: EventReaders = {
  endpoints: [],
  serving: new Map(),
  disabledSystems: new Set(),
  pausedSystems: new Set(),
  platforms: new Map(),
  tracked: new Set(),
};

type Row = {
  id: string;
  owner_id: string;
  /** The mode of an endpoint; other rows may have none. */
  mode: MerchantMode;
  type: EndpointType | 'courier' | 'paused' | 'disabled' | 'platform' | 'tracking';
  events: unknown;
  statuses: string[] | null;
  store_refs: string[] | null;
  /** Only of an endpoint that wants some stores. */
  default_store: string | null;
  is_open_delivery: boolean;
};

/**
 * Reads what the merchants of these orders and of those named besides have: every endpoint that is not deleted, and
 * every active courier's system of their mode; the endpoints of these systems, and of those that have one of the
 * orders; their platforms, and the endpoints of these; and which of these systems are disabled, and which merchants
 * have tracking pages. In one statement: where there are none, they cost nothing.
 */
export const readEventReaders = async (
  client: Queryable,
  orderIds: readonly string[],
  merchantIds: readonly string[],
): Promise<EventReaders> => {
  const rows = await queryRows<Row>(client, {
    name: 'read_event_readers',
    text: readersSql,
    values: [arrayOf('text', orderIds), arrayOf('text', merchantIds)],
  });
  const endpoints: EndpointFilter[] = [];
  const serving = new Map<string, string[]>();
  const disabledSystems = new Set<string>();
  const pausedSystems = new Set<string>();
  const platforms = new Map<string, string>();
  const tracked = new Set<string>();
  for (const row of rows) {
    const { id, owner_id: ownerId, type } = row;
    if (type === 'tracking') tracked.add(ownerId);
    else if (type === 'disabled') disabledSystems.add(id);
    else if (type === 'platform') platforms.set(ownerId, id);
    else if (type === 'courier' || type === 'paused') {
      serving.set(ownerId, [...(serving.get(ownerId) ?? []), id]);
      if (type === 'paused') pausedSystems.add(id);
    } else endpoints.push(toFilter({ ...row, type }));
  }
  return { endpoints, serving, disabledSystems, pausedSystems, platforms, tracked };
};

const toFilter = (row: Row & { type: EndpointType }): EndpointFilter => ({
  id: row.id,
  ownerId: row.owner_id,
  mode: row.mode,
  type: row.type,
  events: filterSchema.parse(row.events),
  statuses: row.statuses,
  storeRefs: row.store_refs,
  defaultStore: row.default_store,
  isOpenDelivery: row.is_open_delivery,
});

const readersSql = `
  with told as materialized (select merchant_id from orders where id = any($1) union select unnest($2::text[])),
  serving as materialized (
    select s.id, m.id as merchant_id, s.mode, cs.paused
    from ${systemSource} join owners m on m.id in (select merchant_id from told)
    where ${serves}
  ),
  platform as materialized (
    select p.id, ms.id as merchant_id, p.mode
    from merchants ms join owners p on p.id = ms.platform_owner_id
    where ms.id in (select merchant_id from told) and p.version is not null
  ),
  holding as materialized (
    select id, status, mode from owners where id in (select courier_system_id from orders where id = any($1))
  ),
  concerned as (
    select id from serving union select id from platform union select id from holding
  )
  select id::text, owner_id, mode, type, events, statuses, store_refs,
    case when store_refs is not null then (select ref from stores
      where merchant_id = owner_id and is_default) end as default_store,
    open_delivery is not null as is_open_delivery
  from endpoints
  where owner_id in (select merchant_id from told) and status <> 'deleted'
  union all
  select e.id::text, e.owner_id, e.mode, e.type, e.events, null, null, null, false
  from concerned c join endpoints e on e.owner_id = c.id and e.status <> 'deleted'
  union all
  select id, merchant_id, mode, case when paused then 'paused' else 'courier' end, null, null,
    null, null, false from serving
  union all
  select id, id, mode, 'disabled', null, null, null, null, false from holding where status = 'disabled'
  union all
  select id, merchant_id, mode, 'platform', null, null, null, null, false from platform
  union all
  select id, id, null, 'tracking', null, null, null, null, false from merchants
  where id in (select merchant_id from told) and tracking_page
  order by id`;
