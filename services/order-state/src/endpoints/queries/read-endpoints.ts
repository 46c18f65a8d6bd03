import {
  type EndpointEvent,
  type EndpointView,
  type EndpointWithSecret,
  maskedHeaderValue,
  type MerchantMode,
  type SealedHeader,
  type SearchResult,
  settingNames,
} from '@delivery/contracts';
import { type Queryable, queryRow, queryRows, queryValue, type RowOf } from '@delivery/postgres';
import type { Recipient } from '../rules/recipients.js';
import { type SealedClient, sealedSecretSchema, signatureOf } from '../rules/secrets.js';
import type { EndpointTarget } from '../rules/test-webhooks.js';
import { maskUrl } from '../rules/webhook-url.js';

/** For `from endpoints e`: the owner, and its name. */
export const joinOwner = 'join owners m on m.id = e.owner_id';

/**
 * How many deliveries wait for an endpoint, counted to `countMaxParam` in the two partial indexes of waiting
 * deliveries.
 * @param endpointId an expression
 */
export const waitingOf = (endpointId: string, countMaxParam: string): string => `(
  select count(*)::int from (
    select * from (select 1 from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'waiting' and gate_open
                   order by not_before, id limit ${countMaxParam}) open
    union all
    select * from (select 1 from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'waiting' and not gate_open
                   order by id limit ${countMaxParam}) gated
    limit ${countMaxParam}) counted) as waiting`;

/**
 * When the first delivery that waits for an endpoint with an open gate is due, by its own time or by a catch-up: two
 * looks into indexes. Null: none waits. The arguments are SQL.
 * @param more a condition, which begins with `and`
 */
export const firstDueAt = (endpointId: string, catchUpAt: string, more = ''): string => `least(
  (select not_before from webhook_deliveries
   where endpoint_id = ${endpointId} and state = 'waiting' and gate_open ${more} order by not_before, id limit 1),
  (select due_at(not_before, released_at, attempt_count, schedule_base, ${catchUpAt}) from webhook_deliveries
   where endpoint_id = ${endpointId} and state = 'waiting' and gate_open
     and attempt_count > schedule_base and released_at < ${catchUpAt} ${more} order by released_at, id limit 1))`;

/** Whether a delivery of endpoint `e` with window `w` is due. @param now as SQL */
export const isAnyDue = (now: string): string => `(${firstDueAt('e.id', 'w.catch_up_at')} <= ${now}) is true`;

/** For `update endpoint_windows set`: the relay looks at `now`, and an open breaker releases its probe. */
export const lookNow = (now: string): string =>
  `wake_at = ${now}, probe_at = case when probe_at is not null then least(probe_at, ${now}) end`;

/**
 * For a `lateral`: `room`, `wake_at` and `reason` of the endpoint `e` with window `w`, as releasing asks for them. Only
 * with columns and parameters as arguments does the planner put expressions in place of the call.
 * @param dueAt when the next delivery is due, as SQL
 * @param now as SQL
 */
export const lookAtWindow = (dueAt: string, now: string): string =>
  `look_at_window(e.status = 'active', w.size, w.in_flight, w.probe_at, e.max_per_second, w.paced_to,
    ${dueAt}, ${now})`;

/** Whether something of the endpoint `e` with window `w` is due and waits because of `max_per_second`. */
export const isPaced = `(
  (select reason from ${lookAtWindow('now()', 'now()')}) = 'pace' and ${isAnyDue('now()')})`;

/**
 * Whether a delivery waits for endpoint `e` and nothing else. Not `exists`, which drops the order: if most deliveries
 * wait for one endpoint, the planner would read all of them.
 */
export const isAwaited = `(
  select d.id from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
  order by d.not_before, d.id limit 1) is not null`;

/** For how long a pull endpoint is not fetched from until it is left alone. */
export const leftAloneAfter = `interval '2 minutes'`;

/** Whether the active pull endpoint `e` with window `w` has something to fetch that nothing has fetched for so long. */
export const isLeftAlone = `(
  e.type = 'pull' and coalesce(w.last_fetched_at, '-infinity') < now() - ${leftAloneAfter} and ${isAwaited})`;

/** Not fetched from, or never polled at all: until its first poll it is not well. */
export const isNotFetching = `(e.type = 'pull' and (w.last_fetched_at is null or ${isLeftAlone}))`;

/** Beyond this a count says "many". */
export const countMax = 10_000;

/**
 * Health of endpoint `e`, active or not. A window that the same statement creates is not visible yet, and was never
 * polled.
 */
export const fetchingOf = `
  (select w.last_fetched_at from endpoint_windows w where w.endpoint_id = e.id) as last_fetched_at,
  e.status = 'active' and e.type = 'pull'
    and not exists (select 1 from endpoint_windows w
      where w.endpoint_id = e.id and not ${isNotFetching}) as not_fetching`;

/** `isPaced` of endpoint `e`. */
export const pacedOf = `
  exists (select 1 from endpoint_windows w where w.endpoint_id = e.id and ${isPaced}) as paced`;

/** An endpoint as its owner sees it. */
type OwnEndpointView = RowOf<Omit<EndpointView, 'events'> & { events: EndpointEvent[] | null }>;
export type OwnEndpointWithSecret = OwnEndpointView & Pick<EndpointWithSecret, 'secret'>;
export type EndpointRow = Omit<OwnEndpointView, 'format' | 'header' | 'signature'> & { header_name: string | null };

/** Columns of endpoint `e`. Only the sender reads sealed values. */
export const settingColumns = `e.url, ${settingNames.map((name) => `e.${name}`).join(', ')},
  e.header->>'name' as header_name,
  e.open_delivery->>'client_id' as oauth_client_id, e.secrets->0->>'public_key' as public_key`;

/** The pending fault of endpoint `e` as it was requested, and the result of the last one. */
export const faultColumns = `case when e.fault is not null
    then jsonb_build_object('kind', e.fault->'kind', 'at', e.fault->'at') end as fault, e.last_fault`;

/** For `select ${endpointColumns} from endpoints e`. */
export const endpointColumns = `e.id, e.reference, e.type, ${settingColumns}, ${pacedOf}, ${fetchingOf},
  ${waitingOf('e.id', String(countMax))}, e.status, e.disabled_reason, e.created_at, e.last_test,
  ${faultColumns}`;

/** In one answer and in lists, for owners and for operators. */
export const toEndpointView = <Row extends Pick<EndpointRow, 'header_name' | 'oauth_client_id' | 'public_key' | 'url'>>(
  row: Row,
) => {
  const { header_name: headerName, ...rest } = row;
  const header: OwnEndpointView['header'] = headerName === null ? null : { name: headerName, value: maskedHeaderValue };
  return {
    ...rest,
    format: row.oauth_client_id === null ? ('standard_webhooks' as const) : ('open_delivery' as const),
    url: row.url && maskUrl(row.url),
    header,
    signature: signatureOf(row),
  };
};

/** The merchant's endpoint, unless it is deleted. */
export const readEndpoint = (
  client: Queryable,
  ownerId: string,
  endpointId: string,
): Promise<EndpointRow | undefined> =>
  queryRow(
    client,
    `select ${endpointColumns} from endpoints e where e.id = $1 and e.owner_id = $2 and e.status <> 'deleted'`,
    [endpointId, ownerId],
  );

/** The owner's endpoint that was made under this reference, unless it is deleted. */
export const findEndpoint = (client: Queryable, ownerId: string, reference: string): Promise<string | undefined> =>
  queryValue(client, `select id from endpoints where owner_id = $1 and reference = $2 and status <> 'deleted'`, [
    ownerId,
    reference,
  ]);

/** Oldest first; all of them, as a merchant has few. */
export const listEndpoints = (client: Queryable, ownerId: string): Promise<EndpointRow[]> =>
  queryRows(
    client,
    `select ${endpointColumns} from endpoints e
     where e.owner_id = $1 and e.status <> 'deleted' order by e.created_at, e.id`,
    [ownerId],
  );

/**
 * By its id, or by a part of its URL, of one merchant or of all. The query of a URL is not looked into: it may hold a
 * secret.
 */
export const findEndpoints = (
  client: Queryable,
  { text, ownerId, rowMax }: { text: string; ownerId: string | null; rowMax: number },
): Promise<SearchResult['endpoints']> =>
  queryRows(
    client,
    `select e.id, e.name, e.url, e.owner_id as merchant_id, m.name as merchant_name from endpoints e ${joinOwner}
     where e.status <> 'deleted' and ($2::text is null or e.owner_id = $2)
       and (e.id::text = lower($1) or position(lower($1) in lower(split_part(e.url, '?', 1))) > 0)
     order by e.id limit $3`,
    [text, ownerId, rowMax],
  );

/** Those that are not deleted. */
export const countEndpoints = async (client: Queryable): Promise<number> =>
  (await queryValue<number>(client, {
    name: 'count_endpoints',
    text: `select count(*)::int as n from endpoints where status <> 'deleted'`,
  })) ?? 0;

/** An endpoint beside others of its owner. */
export type Sibling = Recipient & { id: string; url: string | null };

export const readSiblings = (client: Queryable, ownerId: string): Promise<Sibling[]> =>
  queryRows(
    client,
    `select id, url, events, statuses, store_refs, open_delivery is not null as is_open_delivery from endpoints
     where owner_id = $1 and status <> 'deleted'`,
    [ownerId],
  );

/** The URL and the secrets of a merchant's endpoint, unless it is deleted. `url` is `null` for a pull endpoint. */
export const readEndpointTarget = async (
  client: Queryable,
  ownerId: string,
  endpointId: string,
): Promise<(Omit<EndpointTarget, 'url'> & { url: string | null }) | undefined> => {
  const row = await queryRow<{
    mode: MerchantMode;
    url: string | null;
    revision: number;
    events: EndpointEvent[] | null;
    secrets: unknown;
    header: SealedHeader | null;
    open_delivery: SealedClient | null;
  }>(
    client,
    `select mode, url, revision, events, secrets, header, open_delivery from endpoints
      where id = $1 and owner_id = $2 and status <> 'deleted'`,
    [endpointId, ownerId],
  );
  if (!row) return undefined;
  const { open_delivery: openDelivery, ...rest } = row;
  return { ...rest, openDelivery, ownerId, endpointId, secrets: sealedSecretSchema.array().parse(row.secrets) };
};
