/**
 * How many deliveries wait for an endpoint, counted to `countMaxParam` in the two partial indexes of waiting deliveries.
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

/**
 * Whether a delivery of endpoint `e` with window `w` is due, by its own time or by a catch-up: two looks into an index.
 * @param now as SQL
 */
export const isAnyDue = (now: string): string => `((
    select d.id from deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open and d.not_before <= ${now}
    order by d.not_before, d.id limit 1
  ) is not null or w.catch_up_at <= ${now} and (
    select d.id from deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open and d.attempt_count > d.schedule_base
      and d.released_at < w.catch_up_at
    order by d.released_at, d.id limit 1
  ) is not null)`;

/** For `update endpoint_windows set`: the relay looks at `now`, and an open breaker lets its probe out. */
export const lookNow = (now: string): string =>
  `wake_at = ${now}, probe_at = case when probe_at is not null then least(probe_at, ${now}) end`;

/** Whether something of the active endpoint `e` with window `w` is due that would go out now, were it not for `max_per_second`. */
export const isPaced = `(
  e.max_per_second is not null and w.probe_at is null
  and window_capacity(true, w.size, w.in_flight, w.probe_at, e.max_per_second, w.paced_to, now()) = 0
  and w.in_flight < w.size and ${isAnyDue('now()')})`;

/** Whether a delivery waits for endpoint `e` and nothing else. */
const isAwaited = `exists (
  select 1 from deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.gate_open
  order by d.not_before, d.id limit 1)`;

/** For how long a pull endpoint is not fetched from until it is left alone. */
export const leftAloneAfter = `interval '2 minutes'`;

/** Whether the active pull endpoint `e` with window `w` has something to fetch that nothing has fetched for so long. */
export const isLeftAlone = `(
  e.type = 'pull' and coalesce(w.last_fetched_at, '-infinity') < now() - ${leftAloneAfter} and ${isAwaited})`;

/** The same, or that nothing has ever fetched from it: it is never called well before. */
export const isNotFetching = `(e.type = 'pull' and (w.last_fetched_at is null or ${isLeftAlone}))`;
