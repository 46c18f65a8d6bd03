import { type EndpointType, type SettingChange, settingNames } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryOne, queryRow, queryValue, queryValues } from '@delivery/postgres';
import { type Actor, logEndpoints } from '../../activity/queries.js';
import type { SealedSecret } from '../rules/secrets.js';
import { isNewRevision, type Settings } from '../rules/settings.js';
import { endpointColumns, type EndpointRow, joinOwner, lookNow } from './read-endpoints.js';

export type NewEndpoint = Settings & {
  id: string;
  /** The owner: a merchant, a courier's system, or a platform. */
  ownerId: string;
  reference: string | null;
  type: EndpointType;
  secrets: readonly SealedSecret[];
};

const settingColumns = ['url', 'header', 'open_delivery', ...settingNames].join(', ');
/** The columns of settings that are given as JSON. @param settings as SQL */
const settingsFrom = (settings: string): string =>
  `select ${settingColumns} from jsonb_populate_record(null::endpoints, ${settings})`;

/**
 * How many deliveries may be in flight at first. None is ever released to a pull endpoint: its deliveries are taken.
 */
const firstWindowSizes: Readonly<Record<EndpointType, number>> = { push: 16, pull: 0 };

/** An endpoint and its window come together; so do their first lines in the log. */
export const insertEndpoint = (client: Queryable, endpoint: NewEndpoint, actor: Actor): Promise<EndpointRow> =>
  queryOne(
    client,
    `with created as (
       insert into endpoints (id, owner_id, type, secrets, mode, reference, ${settingColumns})
       select $1, o.id, $3, $4, o.mode, $8, s.* from owners o cross join (${settingsFrom('$5')}) s where o.id = $2
       returning *
     ), opened as (
       insert into endpoint_windows (endpoint_id, size, last_turn)
       select e.id, $6, case when m.kind = 'platform' then '' end from created e ${joinOwner}
     ), logged as (
       ${logEndpoints('created', 'endpoint.created', { actor: '$7' })}
     )
     select ${endpointColumns} from created e`,
    [
      ...[endpoint.id, endpoint.ownerId, endpoint.type, JSON.stringify(endpoint.secrets), JSON.stringify(endpoint)],
      ...[firstWindowSizes[endpoint.type], JSON.stringify(actor), endpoint.reference],
    ],
  );

/**
 * Locks one endpoint's window before its status changes, as releasing does: nothing is released while it changes.
 * Read the endpoint after this, in a statement of its own: one that waited for the lock would show it as it was before.
 */
export const lockWindow = async (client: Queryable, endpointId: string): Promise<void> => {
  await client.query('select 1 from endpoint_windows where endpoint_id = $1 for no key update', [endpointId]);
};

type LockedSettings = Settings & {
  type: EndpointType;
  status: 'active' | 'disabled';
  public_key: string | null;
};

/**
 * Locks the endpoint, unless it is deleted: the settings that its change keeps are those of now, also where its header
 * is being sealed anew.
 */
export const lockSettings = (
  client: Queryable,
  ownerId: string,
  endpointId: string,
): Promise<LockedSettings | undefined> =>
  queryRow(
    client,
    `select type, status, secrets->0->>'public_key' as public_key, ${settingColumns} from endpoints
     where id = $1 and owner_id = $2 and status <> 'deleted' for no key update`,
    [endpointId, ownerId],
  );

/**
 * Deliveries released before go to the old URL, those released from now on to the new one. Where that makes a new
 * revision, the window is locked, and the time of nothing but failures begins anew.
 * @param changes what these settings change, by name, for the log
 */
export const updateEndpoint = async (
  client: Queryable,
  endpointId: string,
  settings: Settings,
  changes: readonly SettingChange[],
  now: Date,
  actor: Actor,
): Promise<void> => {
  const names = changes.map(({ name }) => name);
  await client.query(
    `with changed as (
       update endpoints set (${settingColumns}) = (${settingsFrom('$2')}), revision = revision + $3
       where id = $1 and status <> 'deleted' returning id, owner_id
     ), failing as (
       update endpoint_windows set failing_since = $4
       where failing_since is not null and $3 > 0 and endpoint_id in (select id from changed)
     )
     ${logEndpoints('changed', 'endpoint.changed', { actor: '$5', changes: '$6' })}`,
    [
      ...[endpointId, JSON.stringify(settings), Number(isNewRevision(names)), now],
      ...[JSON.stringify(actor), JSON.stringify(changes)],
    ],
  );
};

/**
 * Makes deliveries whose last attempt failed due now. The window is locked.
 * No delivery is written: those that the window has room for are found by its time.
 * @returns whether the endpoint is active: of a disabled one everything is held until it is enabled
 */
export const catchUpEndpoint = async (client: Queryable, endpointId: string, now: Date): Promise<boolean> =>
  (await queryValue<boolean>(client, {
    name: 'catch_up_endpoint',
    text: `
      update endpoint_windows set catch_up_at = $2, ${lookNow('$2')}
      where endpoint_id = $1 returning status = 'active' as is_active`,
    values: [endpointId, now],
  })) === true;

/** Enables a disabled endpoint, whose window is locked. Held deliveries are due now, and ramp up from one at a time. */
export const enableEndpoint = async (client: Queryable, endpointId: string, now: Date, actor: Actor): Promise<void> => {
  await client.query(
    `with enabled as (
       update endpoints set status = 'active', disabled_reason = null, disabled_at = null,
         revision = revision + 1, enabled_at = $2,
         held_ms = held_ms + greatest(0, extract(epoch from $2::timestamptz - disabled_at) * 1000)::bigint
       where id = $1 and status = 'disabled' returning id, owner_id
     ), opened as (
       update endpoint_windows set size = least(size, 1), probe_at = null, failing_since = null,
         catch_up_at = $2, wake_at = $2
       where endpoint_id in (select id from enabled)
     )
     ${logEndpoints('enabled', 'endpoint.enabled', { actor: '$3', at: '$2' })}`,
    [endpointId, now, JSON.stringify(actor)],
  );
};

/**
 * Disables active endpoints, whose windows are locked, and writes down why. Their deliveries are held from now on.
 * @param reason shown to the merchant
 * @param actor shown with its own reason to operators only
 * @returns those that were active
 */
export const disableEndpoints = (
  client: Queryable,
  endpointIds: readonly string[],
  reason: string,
  now: Date,
  actor: Actor,
): Promise<string[]> =>
  queryValues(client, {
    name: 'disable_endpoints',
    text: `
      with disabled as (
        update endpoints set status = 'disabled', disabled_reason = $2, disabled_at = $3
        where id = any($1) and status = 'active' returning id, owner_id
      )
      ${logEndpoints('disabled', 'endpoint.disabled', { actor: '$4', at: '$3' })} returning subject_id`,
    values: [arrayOf('uuid', endpointIds), reason, now, JSON.stringify({ ...actor, reason: actor.reason ?? reason })],
  });

/**
 * Locks the windows of an owner's endpoints that have this status, in endpoint order, before it changes. @returns their
 * ids
 */
export const lockWindowsOf = (
  client: Queryable,
  ownerId: string,
  wanted: { status: 'active' | 'disabled'; reason: string | null },
): Promise<string[]> =>
  queryValues(
    client,
    `select e.id from endpoint_windows w join endpoints e on e.id = w.endpoint_id
     where e.owner_id = $1 and e.status = $2 and ($3::text is null or e.disabled_reason = $3)
     order by e.id for no key update of w`,
    [ownerId, wanted.status, wanted.reason],
  );

/** The row stays until retention purges it; deliveries that wait for it end as `skipped`. */
export const deleteEndpoint = async (client: Queryable, endpointId: string, now: Date, actor: Actor): Promise<void> => {
  await client.query(
    `with deleted as (
       update endpoints set status = 'deleted', deleted_at = $2 where id = $1 returning id, owner_id
     ), woken as (
       update endpoint_windows set wake_at = $2 where endpoint_id in (select id from deleted)
     )
     ${logEndpoints('deleted', 'endpoint.deleted', { actor: '$3', at: '$2' })}`,
    [endpointId, now, JSON.stringify(actor)],
  );
};

/**
 * Purges endpoints that were deleted before `before` and owe nothing any more, with their windows. Settled
 * deliveries of theirs may remain, with an order whose history is younger: they are shown without it.
 * @returns how many were purged
 */
export const purgeEndpoints = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_endpoints',
    text: `
      with doomed as (
        select e.id from endpoints e join endpoint_windows w on w.endpoint_id = e.id
        where e.status = 'deleted' and e.drained and e.deleted_at < $1
        order by e.deleted_at limit $2 for update skip locked
      ),
      wakes_gone as (delete from window_wakes where endpoint_id in (select id from doomed)),
      windows_gone as (delete from endpoint_windows where endpoint_id in (select id from doomed))
      delete from endpoints where id in (select id from doomed)`,
    values: [before, purgeMax],
  });
