import type { Courier, CourierDelivery, Eta, OrderContent, OrderStatus, Store } from '@delivery/contracts';
import { arrayOf, type Queryable, queryRows } from '@delivery/postgres';
import { serves } from '../../merchants/queries.js';
import { storeJson, storeRefOf } from '../../merchants/store-queries.js';
import { etaAlone } from '../../orders/queries/timers.js';
import { type Handover, needsHandover } from '../../orders/rules/order.js';

const columns = `
  o.id, o.merchant_id, m.name as merchant_name, o.display_id, o.status, o.created_at, o.updated_at, o.content,
  (select ${storeJson} from stores s where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store,
  o.courier_system_id, o.claim_id, o.courier, ${etaAlone} as eta, o.tracking_url, o.handover,
  (select json_build_object('merchant_id', o.merchant_id, 'scenario', x.scenario, 'speed', x.speed, 'seed', x.seed,
                            'ready_at', x.ready_at, 'manual_since', x.manual_since)
   from sandbox_orders x where x.order_id = o.id) as sandbox`;

const isOpen = `o.status = 'ready' and o.courier_system_id is null`;

/** Those of the orders that are open to a system, or its own. */
export const readCourierDeliveries = async (
  client: Queryable,
  systemId: string,
  orderIds: readonly string[],
): Promise<CourierDeliveryRow[]> => {
  if (orderIds.length === 0) return [];
  return queryRows(client, {
    name: 'read_courier_deliveries',
    text: `
      select ${columns}
      from orders o join merchants m on m.id = o.merchant_id join courier_systems s on s.id = $1
      where o.id = any($2) and (o.courier_system_id = s.id or (${isOpen} and ${serves}))`,
    values: [systemId, arrayOf('text', orderIds)],
  });
};

/** Those under way that the system has, in id order, which stays right while deliveries come and go. */
export const listOwnDeliveries = (
  client: Queryable,
  page: { systemId: string; afterId: string; rowMax: number },
): Promise<CourierDeliveryRow[]> =>
  queryRows(client, {
    name: 'list_own_deliveries',
    text: `
      select ${columns} from orders o join merchants m on m.id = o.merchant_id
      where o.courier_system_id = $1 and o.final_at is null and o.id > $2 order by o.id limit $3`,
    values: [page.systemId, page.afterId, page.rowMax],
  });

export type OpenCursor = { merchantId: string; createdAtMs: number; id: string };

/** By merchant, the oldest first: as the index of orders under way has them, read backwards. */
export const listOpenDeliveries = async (
  client: Queryable,
  page: { systemId: string; after: OpenCursor; rowMax: number },
): Promise<CourierDeliveryRow[]> => {
  const { after } = page;
  return queryRows(client, {
    name: 'list_open_deliveries',
    text: `
      select ${columns}
      from courier_systems s join merchants m on m.id >= $2 cross join lateral (
        select * from orders o
        where o.merchant_id = m.id and o.final_at is null and ${isOpen}
          and (m.id > $2 or (o.created_at, o.id) > ($3::timestamptz, $4))
        order by o.created_at, o.id limit $5
      ) o
      where s.id = $1 and ${serves}
      order by m.id, o.created_at, o.id limit $5`,
    values: [page.systemId, after.merchantId, new Date(after.createdAtMs), after.id, page.rowMax],
  });
};

export type CourierDeliveryRow = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  display_id: string;
  status: OrderStatus;
  created_at: Date;
  updated_at: Date;
  /** `null` once the customer's data has been erased. */
  content: OrderContent | null;
  store: Store | null;
  courier_system_id: string | null;
  claim_id: string | null;
  courier: Courier | null;
  eta: Eta | null;
  tracking_url: string | null;
  handover: Handover | null;
  sandbox: CourierDelivery['sandbox'];
};

/** The delivery as one of the systems that may see it sees it: its customer is for the one alone that has it. */
export const toCourierDelivery = (row: CourierDeliveryRow): CourierDelivery => {
  const { content, courier_system_id: holder } = row;
  const isOwn = holder !== null;
  return {
    id: row.id,
    display_id: row.display_id,
    state: isOwn ? 'mine' : 'open',
    claim_id: row.claim_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delivery_time: content?.delivery_time ?? null,
    pickup: { merchant: row.merchant_name, store: row.store && withoutDefault(row.store) },
    dropoff: content?.address ?? null,
    collect: content ? toCollect(content) : null,
    customer: isOwn ? (content?.customer ?? null) : null,
    courier: row.courier,
    eta: row.eta,
    tracking_url: row.tracking_url,
    handover_required: needsHandover(row),
    sandbox: row.sandbox && withInstants(row.sandbox),
  };
};

/** As other times are written. */
const withInstants = (sandbox: NonNullable<CourierDelivery['sandbox']>): CourierDelivery['sandbox'] => ({
  ...sandbox,
  ready_at: new Date(sandbox.ready_at).toISOString(),
  manual_since: sandbox.manual_since && new Date(sandbox.manual_since).toISOString(),
});

const toCollect = ({ payment }: OrderContent): CourierDelivery['collect'] => ({
  amount: payment.pending,
  methods: payment.methods
    .filter(({ type }) => type === 'OFFLINE')
    .map(({ value, method, cash }) => ({ value, method, ...(cash && { cash }) })),
});

const withoutDefault = ({ ref, name, phone, address }: Store) => ({ ref, name, phone, address });
