/**
 * `select … from` for `Release`: what the dispatcher needs of released deliveries. The url, the secrets and the header are those of this
 * moment, the body is the event's snapshot.
 * @param deliveries the name of a relation with all columns of `deliveries`, called `r` from here on
 * @param more further columns
 */
export const selectReleases = (deliveries: string, more?: string): string => `
  select r.id, r.order_id, r.endpoint_id, r.merchant_id, r.mode, r.sequence, r.previous_sequence, r.event,
         r.webhook_id, r.generation, r.attempt_count, r.schedule_base, r.replay_id, e.body, e.traceparent, p.url,
         p.secrets, p.header, p.misbehaviour is not null as misbehaves
         ${more === undefined ? '' : `, ${more}`}
  from (select array_agg(order_id) as order_ids, array_agg(sequence) as sequences from ${deliveries}) wanted
  cross join lateral events_at(wanted.order_ids, wanted.sequences) e
  join ${deliveries} r on r.order_id = e.order_id and r.sequence = e.sequence
  join endpoints p on p.id = r.endpoint_id`;
