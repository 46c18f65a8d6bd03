import type {
  ActivityAction,
  ActivityEntry,
  ActivityFilter,
  ActorType,
  CallerCredential,
  OwnerKind,
  SettingChange,
} from '@delivery/contracts';
import { type Queryable, queryCount, queryRows, type RowOf } from '@delivery/postgres';

/** `credential`: what the actor came with, for `confirmCaller`; `null`: a token of the configuration, or none. */
export type Actor = {
  type: ActorType;
  name: string | null;
  reason: string | null;
  address: string | null;
  credential: Credential | null;
};

export type Credential = { owner: OwnerKind; given: CallerCredential } | { operatorSession: string };

export const theSystem: Actor = { type: 'system', name: null, reason: null, address: null, credential: null };

export type NewActivity = {
  action: ActivityAction;
  subject: { type: string; id: string };
  ownerId?: string | null;
  detail?: string | undefined;
  /** Absent: it is no change of settings. */
  changes?: readonly SettingChange[];
};

/** An actor as JSON, as a relation `a`. */
const actorFrom = (json: string): string =>
  `jsonb_to_record(${json}::jsonb) as a (type text, name text, reason text, address text, credential jsonb)`;

/** The credential of `a` without its secret part, as the log keeps it. */
const keptCredential = `case
    when a.credential->'given' ? 'token_hash' then (
      select jsonb_build_object('type', 'token', 'id', last_four) from tokens
      where token_hash = a.credential->'given'->>'token_hash')
    when a.credential->'given' ? 'session_hash' then (
      select jsonb_build_object('type', 'session', 'id', id) from portal_sessions
      where hash = a.credential->'given'->>'session_hash')
    when a.credential->'given' ? 'client_id'
      then jsonb_build_object('type', 'oauth_client', 'id', a.credential->'given'->'client_id')
    when a.credential ? 'operatorSession'
      then jsonb_build_object('type', 'operator_session', 'id', a.credential->'operatorSession')
  end`;
const actorColumns = 'actor_type, actor_name, reason, address, credential';
/** The masked address of the person whose session it is. */
const personOfSession = `(
  select regexp_replace(p.email, '^(.).*(@.*)$', '\\1***\\2') from portal_sessions s join people p on p.id = s.person_id
  where s.hash = a.credential->'given'->>'session_hash')`;
const ofActor = `a.type, coalesce(a.name, ${personOfSession}), a.reason, a.address, ${keptCredential}`;

const namesOf = (changes: readonly SettingChange[] | undefined): string | null =>
  changes === undefined ? null : changes.map(({ name }) => name).join(', ');

/**
 * In the transaction of the change: there is no line without the change, and no change without the line. Settings that
 * are set to what they are already leave no line.
 */
export const insertActivity = async (client: Queryable, actor: Actor, done: NewActivity): Promise<void> => {
  if (done.changes?.length === 0) return;
  await client.query({
    name: 'insert_activity',
    text: `
      insert into activity (action, subject_type, subject_id, owner_id, detail, changes, ${actorColumns})
      select $1, $2, $3, $4, $5, $6::jsonb, ${ofActor} from ${actorFrom('$7')}`,
    values: [
      ...[done.action, done.subject.type, done.subject.id, done.ownerId ?? null, done.detail ?? namesOf(done.changes)],
      ...[done.changes ? JSON.stringify(done.changes) : null, JSON.stringify(actor)],
    ],
  });
};

/** Records a reader of an order once an hour: a page polls. */
export const insertLook = async (
  client: Queryable,
  { type, name, address }: Actor,
  { action, orderId }: { action: Extract<ActivityAction, `order.${string}`>; orderId: string },
): Promise<void> => {
  await client.query({
    name: 'insert_look',
    text: `
      insert into activity (action, actor_type, actor_name, subject_type, subject_id, owner_id, address)
      select $1, $2, $3, 'order', o.id, o.merchant_id, $5 from orders o
      where o.id = $4 and not exists (
        select from activity l
        where l.subject_id = $4 and l.action = $1 and l.actor_type = $2 and l.actor_name is not distinct from $3
          and l.address is not distinct from $5 and l.at > now() - interval '1 hour')`,
    values: [action, type, name, orderId, address],
  });
};

/**
 * For a statement that changes endpoints: `insert` of a line for each of them.
 * @param changed a relation with their `id` and `owner_id`
 * @param params an expression each; `actor` and `changes` are JSON
 */
export const logEndpoints = (
  changed: string,
  action: Extract<ActivityAction, `endpoint.${string}`>,
  { actor, at = 'now()', changes = 'null' }: { actor: string; at?: string; changes?: string },
): string => `
  insert into activity (at, action, subject_type, subject_id, owner_id, detail, changes, ${actorColumns})
  select ${at}, '${action}', 'endpoint', ${changed}.id::text, ${changed}.owner_id,
    (select string_agg(c->>'name', ', ') from jsonb_array_elements(${changes}::jsonb) c), ${changes}::jsonb, ${ofActor}
  from ${changed}, ${actorFrom(actor)}`;

/** Text of line `l` of an endpoint's log for support: the settings, or the operator and the reason. */
export const toldReason = `case when l.actor_type in ('person', 'token') and l.actor_name is not null
  then concat_ws(': ', 'operator ' || l.actor_name, l.reason) else coalesce(l.detail, l.reason) end`;

/** `subject_url`: of an endpoint. */
export type ActivityRow = RowOf<ActivityEntry> & { subject_url: string | null };

/** Display name of the subject of activity line `l`: merchant `m`, platform `p` or courier's system `s`. */
const actorName = `coalesce(l.actor_name,
  case l.actor_type when 'merchant' then m.name when 'platform' then p.name when 'courier_system' then s.name end)`;

/** Newest first: ids rise with time, but for transactions that overlap. */
export const listActivity = async (
  client: Queryable,
  filter: ActivityFilter,
  page: { beforeId: number | null; rowMax: number },
): Promise<ActivityRow[]> => {
  const asked: readonly [condition: string, value: unknown][] = [
    ['l.id <', page.beforeId],
    ['l.owner_id =', filter.merchant_id],
    [`${actorName} =`, filter.actor],
    ['l.action =', filter.action],
    ['l.subject_id =', filter.subject],
    // As texts they may have more digits than Postgres reads.
    ['l.at >=', filter.since && new Date(filter.since)],
    ['l.at <', filter.until && new Date(filter.until)],
  ];
  const conditions = asked.filter(([, value]) => value !== undefined && value !== null);
  const where = conditions.map(([condition], place) => `${condition} $${place + 2}`);
  return queryRows(
    client,
    `select l.id, l.at, l.action, l.owner_id as merchant_id, l.reason, l.detail, l.changes,
      l.address, e.url as subject_url,
       json_build_object('type', l.actor_type, 'name', ${actorName}, 'credential', l.credential) as actor,
       json_build_object('type', l.subject_type, 'id', l.subject_id,
         'name', case l.subject_type when 'endpoint' then e.name
         when 'merchant' then m.name when 'courier_system' then s.name when 'platform' then p.name end) as subject,
       m.name as merchant_name
     from activity l left join owners m on m.id = l.owner_id left join merchants ms on ms.id = l.owner_id
       left join platform_owners po on po.owner_id = coalesce(ms.platform_owner_id, l.owner_id)
       left join platforms p on p.id = coalesce(po.platform_id,
         case l.subject_type when 'platform' then l.subject_id::uuid end)
       left join owners s on s.id = case l.subject_type when 'courier_system' then l.subject_id else l.owner_id end
       left join endpoints e on e.id = case l.subject_type when 'endpoint' then l.subject_id::uuid end
     ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by l.id desc limit $1`,
    [page.rowMax, ...conditions.map(([, value]) => value)],
  );
};

/** @returns how many lines were purged */
export const purgeActivity = (client: Queryable, before: Date, purgeMax: number): Promise<number> =>
  queryCount(client, {
    name: 'purge_activity',
    text: `
      delete from activity where id in (
        select id from activity where at < $1 order by at limit $2 for update skip locked)`,
    values: [before, purgeMax],
  });

/** The text for a replay and an erasure. */
export const describeActor = ({ name, reason }: { name: string | null; reason: string | null }): string =>
  `operator ${name}: ${reason}`;
