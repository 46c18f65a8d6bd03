-- The two rules of a window, which every statement that releases or inserts asks. Plain expressions, so that the planner
-- puts them in place of the call.

-- How many deliveries may be released at `at`: as many as fit, and of an endpoint whose breaker is open one, as the probe.
create function window_room(active boolean, size int, in_flight int, probe_at timestamptz, at timestamptz) returns int
language sql immutable parallel safe
return case
  when not active then 0
  when probe_at is null then greatest(0, size - in_flight)
  when in_flight = 0 and probe_at <= at then 1
  else 0
end;

-- When the relay has to look, given when the next delivery that waits is due. Null: never, or not before something in flight
-- is settled, which looks by itself.
create function window_wake_at(active boolean, size int, in_flight int, probe_at timestamptz, due_at timestamptz)
returns timestamptz
language sql immutable parallel safe
return case
  when not active or due_at is null then null
  when probe_at is null and in_flight < size then due_at
  when probe_at is not null and in_flight = 0 then greatest(probe_at, due_at)
end;
