/**
 * `select … from` for `Release`: what the dispatcher needs of released deliveries. The url, the secrets and the header are those of this
 * moment, the body is the event's snapshot.
 * @param deliveries a relation with all columns of `deliveries`, called `r` from here on
 * @param more further columns
 */
export const selectReleases = (deliveries: string, more?: string): string => `
  select r.id, r.order_id, r.endpoint_id, r.merchant_id, r.mode, r.sequence, r.previous_sequence, r.event,
         r.webhook_id, r.generation, r.attempt_count, r.schedule_base, r.replay_id, e.body, e.traceparent, p.url,
         p.secrets, p.header, p.misbehaviour is not null as misbehaves
         ${more === undefined ? '' : `, ${more}`}
  from ${deliveries} r
  -- An older event is looked for only where none was found.
  cross join lateral (
    select body, traceparent from recent_events where order_id = r.order_id and sequence = r.sequence
    union all
    select body, traceparent from event_at(r.order_id, r.sequence)
    limit 1
  ) e
  join endpoints p on p.id = r.endpoint_id`;
