-- Most webhooks a second that an endpoint gets; null: as many as its window lets.
alter table endpoints add column max_per_second int check (max_per_second between 1 and 1000);
-- Each release uses up 1 / max_per_second of a second: up to this time what was released has used it up.
alter table endpoint_windows add column paced_to timestamptz;

-- How many may go at once after a pause: a quarter of a second's worth. A look that comes late by less loses nothing.
create function pace_burst(max_per_second int) returns int
language sql immutable parallel safe
return (max_per_second + 3) / 4;

-- How many may go at `at`; null: any number. A thousandth makes up for times that are rounded to microseconds.
create function pace_room(max_per_second int, paced_to timestamptz, at timestamptz) returns int
language sql stable parallel safe
return floor(pace_burst(max_per_second) - greatest(0, extract(epoch from paced_to - at)) * max_per_second + 0.001)::int;

-- When the next one may go, which leaves room for the burst without one: whole milliseconds, as clocks here count, and never
-- before it may.
create function pace_wake_at(max_per_second int, paced_to timestamptz) returns timestamptz
language sql stable parallel safe
return date_trunc('milliseconds',
  paced_to - make_interval(secs => ((max_per_second - 1) / 4)::float8 / max_per_second) + interval '999 microseconds');

-- `paced_to` after so many have gone at `at`.
create function pace_after(max_per_second int, paced_to timestamptz, released int, at timestamptz) returns timestamptz
language sql stable parallel safe
return case
  when max_per_second is null then null
  when released = 0 then paced_to
  else greatest(paced_to, at) + make_interval(secs => released::float8 / max_per_second)
end;

-- The two rules of a window for endpoints that may have a pace. Of those no more is in flight than goes in a second: what stood
-- still on the way there, in a queue or with dispatchers that were away, does not come in larger numbers afterwards.
-- Replicas of the release before call those without. Plain expressions all, which the planner puts in place of the call: a call
-- that it leaves costs a plan of its own each time.
create function window_room(
  active boolean, size int, in_flight int, probe_at timestamptz, max_per_second int, paced_to timestamptz, at timestamptz
) returns int
language sql stable parallel safe
return greatest(0, least(
  window_room(active, least(size, max_per_second), in_flight, probe_at, at), pace_room(max_per_second, paced_to, at)));

create function window_wake_at(
  active boolean, size int, in_flight int, probe_at timestamptz, max_per_second int, paced_to timestamptz, due_at timestamptz
) returns timestamptz
language sql stable parallel safe
return case when window_wake_at(active, least(size, max_per_second), in_flight, probe_at, due_at) is not null then
  greatest(window_wake_at(active, least(size, max_per_second), in_flight, probe_at, due_at), pace_wake_at(max_per_second, paced_to))
end;
