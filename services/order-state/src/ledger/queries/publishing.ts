import type { ReleasedFault } from '@delivery/contracts';
import { type Queryable, queryRows, relation } from '@delivery/postgres';
import type { Release } from '../rules/releases.js';
import { selectReleases } from './windows.js';

/**
 * Releases whose publish was never confirmed (the process died in between, or the broker was away), for this replica to
 * publish again under the same generation. Their leases stay as they are; one that ends too soon for another message is
 * left to its end.
 * @param limits.claimedBefore one that was released or claimed later is not claimed
 */
export const claimUnpublished = (
  client: Queryable,
  limits: { now: Date; claimedBefore: Date; releasedAfter: Date; claimMax: number },
): Promise<(Release & { released_at: Date })[]> =>
  queryRows(client, {
    name: 'claim_unpublished',
    text: `
      with claimed as (
        select id from webhook_deliveries
        where state = 'in_flight' and not published and released_at <= $2 and released_at > $4
          and (claimed_at is null or claimed_at <= $2)
        order by released_at limit $3 for update skip locked
      ),
      renewed as (
        update webhook_deliveries d set claimed_at = $1 where d.id = any(array(select id from claimed)) returning d.*
      )
      ${selectReleases('renewed', 'false as report_batchable, r.released_at')}`,
    values: [limits.now, limits.claimedBefore, limits.claimMax, limits.releasedAfter],
  });

export type PublishedRelease = { id: string; generation: number };

const published = relation<PublishedRelease>({
  id: ['uuid', (release) => release.id],
  generation: ['int', (release) => release.generation],
});

/**
 * The broker has these releases, so those that are still in flight need not be published again. No index changes, so
 * the updates stay HOT.
 * @returns those whose rows another transaction holds: unless that settles them, they are to be marked later
 */
export const markPublished = (client: Queryable, releases: readonly PublishedRelease[]): Promise<PublishedRelease[]> =>
  queryRows(client, {
    name: 'mark_published',
    text: `
      with unpublished as materialized (
        select d.id, d.generation from ${published.unnest(1)} as t (${published.columns})
          join webhook_deliveries d on d.id = t.id and d.generation = t.generation
        where d.state = 'in_flight' and not d.published
      ),
      confirmed as materialized (
        select d.id from unpublished u join webhook_deliveries d on d.id = u.id and d.generation = u.generation
        where d.state = 'in_flight' for no key update of d skip locked
      ),
      marked as (
        update webhook_deliveries d set published = true from confirmed c where d.id = c.id
      )
      select id, generation from unpublished where id not in (select id from confirmed)`,
    values: published.values(releases),
  });

const releasedRows = relation<Release>({
  id: ['uuid', (release) => release.id],
  endpoint_id: ['uuid', (release) => release.endpoint_id],
  order_id: ['text', (release) => release.order_id],
  sequence: ['int', (release) => release.sequence],
  is_replay: ['boolean', (release) => release.replay_id !== null],
});

type BoundRow = {
  delivery_id: string;
  fault_id: string;
  kind: ReleasedFault['kind'];
  ahead: Extract<ReleasedFault, { kind: 'gap' }>['ahead'] | null;
};

/**
 * Gives the pending fault of each endpoint to one of the released deliveries, and writes down to which: one whose
 * attempt tells nothing of the fault is released anew with it, and no other delivery has it meanwhile. A delivery that
 * came to an end without the fault gives it back. A gap needs an event that waits behind the released one.
 *
 * An endpoint that another transaction holds, or has changed meanwhile, is left out: its fault comes with a later
 * release.
 * @returns the faults by the id of the delivery that carries them
 */
export const bindReleasedFaults = async (
  client: Queryable,
  releases: readonly Release[],
): Promise<Map<string, ReleasedFault>> => {
  const rows = await queryRows<BoundRow>(client, {
    name: 'bind_faults',
    text: bindSql,
    values: releasedRows.values(releases),
  });
  const bound = rows.map((row) => ({ deliveryId: row.delivery_id, fault: toFault(row) }));
  return new Map(bound.flatMap(({ deliveryId, fault }) => (fault ? [[deliveryId, fault]] : [])));
};

const toFault = ({ fault_id: id, kind, ahead }: BoundRow): ReleasedFault | undefined => {
  if (kind !== 'gap') return { id, kind };
  return ahead ? { id, kind, ahead } : undefined;
};

const bindSql = `
  with released as (
    select * from ${releasedRows.unnest(1)} as t (${releasedRows.columns})
  ),
  pending as (
    select id, fault, fault->>'id' as fault_id, fault->>'kind' as kind,
           (fault->>'delivery_id')::uuid as bound_to
    from endpoints where id in (select endpoint_id from released) and fault is not null
    for no key update skip locked
  ),
  chosen as (
    select distinct on (p.id) p.id as endpoint_id, r.id as delivery_id, p.fault_id, p.kind, n.ahead
    from pending p join released r on r.endpoint_id = p.id
    -- Locked as this statement sees it: the delivery that a fault was bound to meanwhile may be one that it does not
    -- see.
    join endpoints seen on seen.id = p.id and seen.fault = p.fault
    left join lateral (
      select jsonb_build_object('webhook_id', d.webhook_id, 'event', d.event, 'sequence', d.sequence,
               'previous_sequence', d.previous_sequence, 'attempt', d.attempt_count + 1, 'body', v.body) as ahead
      from (
        select * from webhook_deliveries
        where order_id = r.order_id and endpoint_id = r.endpoint_id and replay_id is null and sequence > r.sequence
        order by replay_id, sequence limit 1
      ) d cross join lateral event_at(d.order_id, d.sequence) v
      where p.kind = 'gap' and not r.is_replay and d.previous_sequence = r.sequence
        and d.state = 'waiting' and not d.gate_open
    ) n on true
    where (p.kind <> 'gap' or n.ahead is not null)
      and (p.bound_to is null or p.bound_to = r.id or not exists (
        select 1 from webhook_deliveries d where d.id = p.bound_to and d.state in ('waiting', 'in_flight')
      ))
    order by p.id, (p.bound_to is not distinct from r.id) desc, r.order_id, r.sequence
  ),
  bound as (
    update endpoints e set fault = e.fault || jsonb_build_object('delivery_id', c.delivery_id)
    from chosen c where e.id = c.endpoint_id
  )
  select delivery_id, fault_id, kind, ahead from chosen`;
