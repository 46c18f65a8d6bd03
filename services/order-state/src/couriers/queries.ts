import {
  type CourierDelivery,
  type CourierDeliveryDetails,
  type CourierSystemEntry,
  type CourierSystemView,
  type MerchantMode,
  type OrderContent,
  type PatchCourierSystem,
  simulatorSystemId,
  type Store,
} from '@delivery/contracts';
import {
  arrayOf,
  instantText,
  type Queryable,
  queryCount,
  queryRow,
  queryRows,
  queryValues,
  type RowOf,
} from '@delivery/postgres';
import { serves, systemSource, updateOwners } from '../merchants/queries.js';
import { hashCredential, lastFourOf } from '../merchants/rules/credentials.js';
import { namedOrDefaultRef, storeJson } from '../merchants/store-queries.js';
import { etaAlone } from '../orders/queries/timers.js';
import { toProblems } from '../orders/rules/decide-problems.js';
import { type Handover, type HandoverCodes, type KeptProblem, needsHandover } from '../orders/rules/order.js';
import { distanceM, toAreaCenter } from '../orders/rules/tracking.js';

/**
 * The content's shown members, read once: a page of whole orders, with their items, may be megabytes.
 * @param more members of the content beside those of every delivery
 */
const deliveryColumns = (more: readonly string[] = []): string => {
  const members = ['address', 'payment', 'customer', 'extras', ...more];
  return `
  o.id, o.merchant_id, m.name as merchant_name, o.display_id, o.status, o.created_at, o.updated_at,
  (select json_build_object(${members.map((name) => `'${name}', c.${name}`).join(', ')},
     'delivery_time', c.delivery_time,
     'store', (
       select ${storeJson} from stores s
       where s.merchant_id = o.merchant_id and s.ref = ${namedOrDefaultRef('c.store_ref', 'o.merchant_id')}))
   from json_to_record(o.content) as c(${members.map((name) => `${name} json`).join(', ')},
     delivery_time text, store_ref text)
   where o.content is not null) as content,
  o.courier_system_id, o.claim_id, o.courier, ${etaAlone} as eta, o.tracking_url, o.handover, o.problems,
  (select json_build_object('merchant_id', o.merchant_id, 'scenario', x.scenario, 'speed', x.speed, 'seed', x.seed,
                            'ready_at', ${instantText('x.ready_at')}, 'ready_count', x.ready_count,
                            'manual_since', ${instantText('x.manual_since')})
   from sandbox_orders x where x.order_id = o.id) as sandbox`;
};

const isVisible = `s.id = $1 and (o.courier_system_id = s.id or (o.is_open and ${serves}))`;

/** Selects the orders that are open to a system, or its own. */
export const readCourierDeliveries = async (
  client: Queryable,
  systemId: string,
  orderIds: readonly string[],
): Promise<CourierDeliveryRow[]> => {
  if (orderIds.length === 0) return [];
  return queryRows(client, {
    name: 'read_courier_deliveries',
    text: `
      select ${deliveryColumns()} from orders o join owners m on m.id = o.merchant_id, ${systemSource}
      where o.id = any($2) and ${isVisible}`,
    values: [systemId, arrayOf('text', orderIds)],
  });
};

/** One of them, with its load, notes and items. `undefined`: the order is neither open to the system nor its own. */
export const readCourierDelivery = (
  client: Queryable,
  systemId: string,
  orderId: string,
): Promise<CourierDeliveryDetailsRow | undefined> =>
  queryRow(client, {
    name: 'read_courier_delivery',
    text: `
      select ${deliveryColumns(['load', 'delivery_notes', 'items'])}
      from orders o join owners m on m.id = o.merchant_id, ${systemSource}
      where o.id = $2 and ${isVisible}`,
    values: [systemId, orderId],
  });

/** Orders in progress that the system holds, in id order, which stays stable while orders are added and removed. */
export const listOwnDeliveries = (
  client: Queryable,
  page: { systemId: string; afterId: string; rowMax: number },
): Promise<CourierDeliveryRow[]> =>
  queryRows(client, {
    name: 'list_own_deliveries',
    text: `
      select ${deliveryColumns()} from orders o join owners m on m.id = o.merchant_id
      where o.courier_system_id = $1 and o.final_at is null and o.id > $2 order by o.id limit $3`,
    values: [page.systemId, page.afterId, page.rowMax],
  });

export type OpenCursor = { merchantId: string; createdAtMs: number; id: string };

/** By merchant, the oldest first: as their index has them. */
export const listOpenDeliveries = async (
  client: Queryable,
  page: { systemId: string; after: OpenCursor; rowMax: number },
): Promise<CourierDeliveryRow[]> => {
  const { after } = page;
  return queryRows(client, {
    name: 'list_open_deliveries',
    text: `
      select ${deliveryColumns()}
      from ${systemSource} cross join merchants ms join owners m on m.id = ms.id cross join lateral (
        select * from orders o
        where o.merchant_id = ms.id and o.is_open
          and (ms.id > $2 or (o.created_at, o.id) > ($3::timestamptz, $4))
        order by o.created_at, o.id limit $5
      ) o
      where s.id = $1 and ms.id >= $2 and ${serves}
      order by ms.id, o.created_at, o.id limit $5`,
    values: [page.systemId, after.merchantId, new Date(after.createdAtMs), after.id, page.rowMax],
  });
};

type ShownContent = Pick<OrderContent, 'address' | 'payment' | 'customer'> & {
  extras: OrderContent['extras'] | null;
  delivery_time: string | null;
  store: Store | null;
};

type SameColumn =
  | 'id'
  | 'display_id'
  | 'claim_id'
  | 'status'
  | 'created_at'
  | 'updated_at'
  | 'courier'
  | 'eta'
  | 'tracking_url';

type Sandbox = NonNullable<CourierDelivery['sandbox']>;

export type CourierDeliveryRow = RowOf<Pick<CourierDelivery, SameColumn>> & {
  sandbox: Omit<Sandbox, 'handover_code'> | null;
  merchant_id: string;
  merchant_name: string;
  /** `null` once the customer's data has been erased. */
  content: ShownContent | null;
  courier_system_id: string | null;
  handover: Handover | null;
  problems: KeptProblem[] | null;
};

type ContentDetails = Pick<CourierDeliveryDetails, 'load' | 'delivery_notes' | 'items'>;
export type CourierDeliveryDetailsRow = Omit<CourierDeliveryRow, 'content'> & {
  content: (ShownContent & ContentDetails) | null;
};

/** With the merchant's notes and the items, if the system has the delivery. */
export const toCourierDeliveryDetails = (
  row: CourierDeliveryDetailsRow,
  handoverCodes: Pick<HandoverCodes, 'open'>,
): RowOf<CourierDeliveryDetails> => {
  const ofHolder = row.courier_system_id === null ? null : row.content;
  return {
    ...toCourierDelivery(row, handoverCodes),
    load: row.content?.load ?? null,
    delivery_notes: ofHolder?.delivery_notes ?? null,
    items: ofHolder && (ofHolder.items ?? []),
    problems: toProblems(row.problems, { status: row.status, claimId: row.claim_id }, 'holder'),
  };
};

/** The delivery for a system that may see it. Only the system that has it sees its customer, and the address. */
export const toCourierDelivery = (
  row: CourierDeliveryRow,
  handoverCodes: Pick<HandoverCodes, 'open'>,
): RowOf<CourierDelivery> => {
  const { content, courier_system_id: holder, sandbox, handover } = row;
  const isOwn = holder !== null;
  const ofHolder = isOwn ? content : null;
  return {
    id: row.id,
    display_id: row.display_id,
    state: isOwn ? 'mine' : 'open',
    claim_id: row.claim_id,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    delivery_time: content?.delivery_time ?? null,
    pickup: { merchant: row.merchant_name, store: content?.store ? withoutDefault(content.store) : null },
    dropoff_area: content && toDropoffArea(content),
    dropoff: ofHolder && ofHolder.address,
    collect: content ? toCollect(content) : null,
    customer: ofHolder && toCustomer(ofHolder),
    courier: row.courier,
    eta: row.eta,
    tracking_url: row.tracking_url,
    handover_required: needsHandover(row),
    sandbox: sandbox && {
      ...sandbox,
      handover_code: handover && needsHandover(row) ? handoverCodes.open(row.id, handover.sealed) : null,
    },
  };
};

const toCustomer = ({ customer, extras }: ShownContent): CourierDelivery['customer'] => ({
  ...customer,
  phone_code: extras?.localizer ?? null,
  central: extras?.central ?? null,
});

const toDropoffArea = ({ address, store }: ShownContent): CourierDelivery['dropoff_area'] => {
  const { country, state, city, neighborhood, zip_code: zipCode } = address;
  const coordinates = toAreaCenter(address.coordinates);
  return {
    country,
    state,
    city,
    neighborhood,
    ...(zipCode && zipCode.length >= 6 && { zip_code: zipCode.slice(0, -3).replace(/\W+$/, '') }),
    coordinates,
    distance_m: store ? distanceM(store.address.coordinates, coordinates) : null,
  };
};

const toCollect = ({ payment }: ShownContent): CourierDelivery['collect'] => ({
  amount: payment.pending,
  methods: payment.methods
    .filter(({ type }) => type === 'OFFLINE')
    .map(({ value, method, cash }) => ({ value, method, ...(cash && { cash }) })),
});

const withoutDefault = ({ ref, name, phone, address }: Store) => ({ ref, name, phone, address });

export type CourierSystemRow = RowOf<CourierSystemView>;

const systemColumns = `
  s.id, s.name, s.mode, s.status, s.per_minute, s.created_at, cs.paused,
  case when cs.serves_all then to_json('all'::text) else to_json(array(
    select m.merchant_id from courier_system_merchants m where m.courier_system_id = s.id
      order by m.merchant_id)) end as merchants,
  coalesce((
    select json_agg(json_build_object('id', t.id, 'last_four', t.last_four,
      'created_at', ${instantText('t.created_at')},
                                      'last_used_at', ${instantText('t.last_used_at')})
                    order by t.created_at, t.id)
    from tokens t where t.owner_id = s.id and t.revoked_at is null), '[]') as tokens`;

/** In id order, which is random but stays right while systems are added. */
export const listCourierSystems = (
  client: Queryable,
  page: { after: string; rowMax: number },
): Promise<CourierSystemRow[]> =>
  queryRows(client, `select ${systemColumns} from ${systemSource} where s.id > $1 order by s.id limit $2`, [
    page.after,
    page.rowMax,
  ]);

export const readCourierSystem = (client: Queryable, id: string): Promise<CourierSystemRow | undefined> =>
  queryRow(client, `select ${systemColumns} from ${systemSource} where s.id = $1`, [id]);

export type NewCourierSystem = { id: string; name: string; mode: MerchantMode; servesAll: boolean; version: number };

/** The simulator's may be there already. */
export const insertCourierSystem = async (client: Queryable, system: NewCourierSystem): Promise<void> => {
  await client.query(
    `with owner as (
       insert into owners (id, kind, name, mode, version) values ($1, 'courier_system', $2, $3, $4)
       on conflict (id) do update set version = excluded.version
     )
     insert into courier_systems (id, serves_all) values ($1, $5) on conflict (id) do nothing`,
    [system.id, system.name, system.mode, system.version, system.servesAll],
  );
};

/** Settings that are absent in the patch stay. @returns its mode; `undefined`: there is no such system */
export const updateCourierSystem = async (
  client: Queryable,
  id: string,
  { merchants, ...patch }: PatchCourierSystem,
  version: number,
): Promise<MerchantMode | undefined> => {
  const [mode] = await updateOwners(client, [id], patch, { version, by: 'operator' });
  if (patch.status === 'disabled')
    await client.query(`update courier_systems set unserved_after = '' where id = $1`, [id]);
  if (merchants !== undefined)
    await client.query('update courier_systems set serves_all = $2 where id = $1', [id, merchants === 'all']);
  return mode;
};

/** @returns those of the merchants that there are, in this mode: the others it does not serve */
export const replaceServed = async (
  client: Queryable,
  system: { id: string; mode: MerchantMode },
  merchantIds: readonly string[],
): Promise<string[]> => {
  await client.query('delete from courier_system_merchants where courier_system_id = $1', [system.id]);
  return queryValues(
    client,
    `insert into courier_system_merchants (courier_system_id, merchant_id)
     select $1, id from owners where kind = 'merchant' and id = any($2) and mode = $3 returning merchant_id`,
    [system.id, arrayOf('text', merchantIds), system.mode],
  );
};

export const isSimulatorToken = async (client: Queryable, token: string): Promise<boolean> =>
  (await queryCount(client, 'select from tokens where owner_id = $1 and token_hash = $2 and revoked_at is null', [
    simulatorSystemId,
    hashCredential(token),
  ])) > 0;

/** It serves every sandbox merchant. Its other tokens are revoked. */
export const ensureSimulator = async (client: Queryable, token: string, version: number): Promise<void> => {
  const tokenHash = hashCredential(token);
  const system = { id: simulatorSystemId, name: 'Simulated couriers', mode: 'sandbox', servesAll: true } as const;
  await insertCourierSystem(client, { ...system, version });
  await client.query(
    'update tokens set revoked_at = now() where owner_id = $1 and token_hash <> $2 and revoked_at is null',
    [simulatorSystemId, tokenHash],
  );
  await client.query(
    `insert into tokens (owner_id, kind, token_hash, last_four) values ($1, 'courier_system', $2, $3)
     on conflict (token_hash) do update set revoked_at = null`,
    [simulatorSystemId, tokenHash, lastFourOf(token)],
  );
};

/** Systems written since a version, of all versions with 0. They are few: all come at once. */
export const readCourierEntries = (client: Queryable, sinceVersion: number): Promise<CourierSystemEntry[]> =>
  queryRows(
    client,
    `select s.id as courier_system_id, s.name, s.status, s.mode, s.per_minute, s.version,
       array(select t.token_hash from tokens t where t.owner_id = s.id and t.revoked_at is null
             order by t.created_at, t.id) as token_hashes
     from owners s where s.kind = 'courier_system' and s.version > $1 order by s.version`,
    [sinceVersion],
  );
