/** Beyond this a count says "many". */
export const countMax = 10_000;

/**
 * How many deliveries wait for an endpoint, counted to `countMaxParam` in the two partial indexes of what waits.
 * @param endpointId an expression
 */
export const waitingOf = (endpointId: string, countMaxParam: string): string => `(
  select count(*)::int from (
    select * from (select 1 from deliveries where endpoint_id = ${endpointId} and state = 'waiting' and gate_open
                   order by not_before, id limit ${countMaxParam}) open
    union all
    select * from (select 1 from deliveries where endpoint_id = ${endpointId} and state = 'waiting' and not gate_open
                   order by id limit ${countMaxParam}) gated
    limit ${countMaxParam}) counted) as waiting`;

/** Whether something of the active endpoint `e` with window `w` is due that would go out now, were it not for `max_per_second`. */
export const isPaced = `(
  e.max_per_second is not null and w.probe_at is null
  and window_room(true, w.size, w.in_flight, w.probe_at, e.max_per_second, w.paced_to, now()) = 0
  and w.in_flight < w.size
  and exists (select 1 from deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
              and d.not_before <= now() order by d.not_before, d.id limit 1))`;

/** The same of endpoint `e`, active or not. */
export const pacedOf = `
  e.status = 'active' and exists (select 1 from endpoint_windows w where w.endpoint_id = e.id and ${isPaced}) as paced`;
