-- The windows of endpoints ------------------------------------------------------------------------------------------

-- The one rule of a release (ADR 21): how many deliveries an endpoint may get at `at`, when the relay has to look
-- again, and why. Releases, lanes, health, estimates and counts ask it. The planner puts its expressions in place of
-- the call: a call that stays costs a plan of its own each time.
--
-- `due_at`: when the next delivery that waits is due. `wake_at` is null if nothing waits, and before something in
-- flight is settled, because that looks by itself.
--
-- `max_per_second`: as many may be in flight, so that deliveries that were held up in a queue do not arrive in larger
-- numbers afterwards. A quarter of a second's worth may go at once after a pause: a look that is late by less loses
-- nothing. A thousandth makes up for times that are rounded to microseconds. `wake_at` leaves room for the burst
-- without one, in whole milliseconds, as clocks here count.
create function look_at_window(
  active boolean, size int, in_flight int, probe_at timestamptz, max_per_second int, paced_to timestamptz,
  due_at timestamptz, at timestamptz
) returns table (room int, wake_at timestamptz, reason text)
language sql stable parallel safe rows 1
begin atomic
  select
    case
      when not active then 0
      when probe_at is null then greatest(0, least(slots - in_flight, pace_room))
      -- The breaker is open: one delivery goes, as the probe.
      when in_flight = 0 and probe_at <= at then least(1, pace_room)
      else 0
    end,
    case
      when not active or due_at is null then null
      when probe_at is null and in_flight < slots then greatest(due_at, pace_at)
      when probe_at is not null and in_flight = 0 then greatest(due_at, pace_at, probe_at)
    end,
    case
      when not active then 'held'
      when size = 0 then 'fetch'
      when probe_at is not null then 'probe'
      when in_flight >= size then 'window'
      when in_flight >= slots or pace_room = 0 then 'pace'
      else 'release'
    end
  from (
    select least(size, max_per_second) as slots,
      floor(burst - least(burst, greatest(0, extract(epoch from paced_to - at)) * max_per_second) + 0.001)::int
        as pace_room,
      date_trunc('milliseconds',
        paced_to - make_interval(secs => (burst - 1)::float8 / max_per_second) + interval '999 microseconds') as pace_at
    from (select (max_per_second + 3) / 4 as burst) pace
  ) limits;
end;

-- When a waiting delivery is due: a catch-up of its endpoint brings it forward if its last attempt failed before.
create function due_at(
  not_before timestamptz, released_at timestamptz, attempt_count int, schedule_base int, catch_up_at timestamptz
) returns timestamptz
language sql immutable parallel safe
return case
  when attempt_count > schedule_base and released_at < catch_up_at then least(not_before, catch_up_at)
  else not_before
end;

-- The due deliveries of a platform's endpoint by turns of its merchants, as many as have room. The turns go on behind
-- the merchant that had the last one (`reached` is the new one), so that each comes once before any comes again,
-- however much one has; a thousand are looked at. No row: all that is due has room, or the endpoint has no turns
-- (`last_turn` is null).
--
-- Before a large backlog has statistics, sorting all of it looks cheap: without sorts, and with a range in the place of
-- an equality, the index of the turns is the only way.
create function deliveries_in_turn(
  of_endpoint uuid, last_turn text, catch_up_at timestamptz, at timestamptz, room int, out ids uuid[], out reached text
) returns setof record language plpgsql stable strict rows 1 set enable_sort = off as $$
declare
  head record;
  merchants text[] := '{}';
  is_second_part boolean := false;
begin
  if (select count(*) from (
    select * from (select 1 from webhook_deliveries
      where endpoint_id = of_endpoint and state = 'waiting' and gate_open and not_before <= at
                   order by not_before, id limit room + 1) due
    union all
    select * from (select 1 from webhook_deliveries where endpoint_id = of_endpoint and state = 'waiting' and gate_open
                     and attempt_count > schedule_base and released_at < catch_up_at
                   order by released_at, id limit room + 1) tried
  ) waiting) <= room then
    return;
  end if;
  reached := last_turn;
  for look in 1..1000 loop
    select order_merchant_id, due_at(not_before, released_at, attempt_count, schedule_base, catch_up_at) <= at as is_due
    into head from webhook_deliveries
    where endpoint_id = of_endpoint and state = 'waiting' and gate_open and replay_id is null
      and order_merchant_id > reached
    order by order_merchant_id, not_before, id limit 1;
    if found then
      exit when is_second_part and head.order_merchant_id > last_turn;
      reached := head.order_merchant_id;
      if head.is_due then merchants := merchants || head.order_merchant_id; end if;
      exit when cardinality(merchants) >= room;
    else
      exit when is_second_part;
      is_second_part := true;
      reached := '';
    end if;
  end loop;
  select array_agg(own.id order by own.turn, m.place) into ids
  from unnest(merchants) with ordinality as m (id, place) cross join lateral (
    select first.id, first.is_due, row_number() over () as turn
    from (
      select id, due_at(not_before, released_at, attempt_count, schedule_base, catch_up_at) <= at as is_due
      from webhook_deliveries
      where endpoint_id = of_endpoint and state = 'waiting' and gate_open and replay_id is null
        and order_merchant_id >= m.id and order_merchant_id <= m.id
      order by order_merchant_id, not_before, id limit (room - 1) / cardinality(merchants) + 1
    ) first
  ) own
  where own.is_due;
  return next;
end $$;

-- A window has its endpoint's status and revision. The transaction that changes them has locked the window before.
create function copy_endpoint_status() returns trigger language plpgsql as $$
begin
  update endpoint_windows set status = new.status, revision = new.revision where endpoint_id = new.id;
  return null;
end $$;

create trigger copy_status after update of status, revision on endpoints
  for each row when (old.status <> new.status or old.revision <> new.revision) execute function copy_endpoint_status();

-- The counts of the audit -------------------------------------------------------------------------------------------

create function count_name(counted_name text, mode text) returns text language sql immutable parallel safe
return case mode when 'live' then counted_name else mode || '_' || counted_name end;

-- Deliveries that enter or leave a settled state. The audit counts the others in the table itself. A statement writes
-- its counts in order of name, so that no two wait for each other in a circle.
create function count_settled() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, count_name(state, mode) as name, count(*) from new_rows
  where state not in ('waiting', 'in_flight') group by 2 order by 2
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

-- Row by row, because few deliveries settle in the live partition or leave it settled: those that have no day, and
-- those of deleted endpoints. Nearly every webhook is released, retried and moved to its day without a call.
create function count_settled_in_place() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, count_name(state, mode) as name, n
  from (values (old.state, old.mode, -1), (new.state, new.mode, 1)) changed (state, mode, n)
  where state not in ('waiting', 'in_flight') order by 2
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

create trigger count_settled after insert on all_webhook_deliveries referencing new table as new_rows
  for each statement execute function count_settled();
create trigger count_settled_in_place after update on webhook_deliveries
  for each row when (
    new.state <> old.state
    and not (old.state in ('waiting', 'in_flight') and new.state in ('waiting', 'in_flight')))
  execute function count_settled_in_place();
create trigger count_settled_gone after delete on webhook_deliveries
  for each row when (old.state not in ('waiting', 'in_flight')) execute function count_settled_in_place();

-- Orders that retention deleted -------------------------------------------------------------------------------------

-- Such an order is never made again. Retention deletes an order and writes its fingerprint in one transaction; an
-- insert that waited for that at the primary key looks here afterwards, with a snapshot of its own, and finds it.
create function refuse_purged_orders() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join order_fingerprints f on f.id = decode(n.id, 'hex')) then
    raise unique_violation using message = 'an order that retention took', constraint = 'order_fingerprints_pkey';
  end if;
  return null;
end $$;
create trigger refuse_purged after insert on orders referencing new table as new_rows
  for each statement execute function refuse_purged_orders();

-- Days --------------------------------------------------------------------------------------------------------------

-- order-state's role needs no more than rows. Functions that run as the tables' owner do the rest
-- (`security definer`). They look for temporary tables last: a caller can make one with the name of any table.

-- The day for the history of an order that is created at that time: the last one that has partitions. There is always
-- one, also where none were made for days.
create function partition_day_at(at timestamptz) returns date language sql stable
return coalesce((select max(day) from partition_days where day <= (at at time zone 'utc')::date), 'epoch');

-- The day for an event that is written `today`. None, where its order has none, or one that has not come yet by this
-- clock.
create function event_day_of(order_day date, today date) returns date language sql immutable parallel safe
return case when order_day > 'epoch' and order_day <= today then today else 'epoch' end;

-- Released deliveries, and the next events of a feed that is followed, were nearly always written today or yesterday. A
-- plan that is kept for all days would lock all of them each time; here it is kept for these, and made anew when a new
-- day is. Tomorrow is among them, because days are made some time after midnight; and the last day that there is, where
-- it is an older one. The newest comes first: an order may have been created again under the id of a purged order,
-- whose day still exists.
--
-- Events at `recent_position` and above that are written until the end of `recent_until` are all in it: a transaction
-- that has not ended yet has begun a day ago at most. A statement that reads the view waits while this waits for
-- another one, hence not for long.
create function show_recent_events() returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  first_day date := (select max(day) from partition_days where day < today);
begin
  execute 'create or replace view recent_events as ' || coalesce((
    select string_agg('select * from events_' || to_char(day, 'YYYYMMDD') || ' union all ', '' order by day desc)
    from partition_days
    where day between coalesce(first_day, 'epoch') and today + 1), '') || 'select * from events';
  update feed_state set
    recent_position =
      greatest(recent_position, pg_snapshot_xmax(pg_current_snapshot())::text::bigint + position_offset),
    recent_until = today + 1;
end $$;

-- Makes the partitions of a day. It is the owner's to do. Each partition is made apart and
-- attached: so its indexes are built before anything waits for the parent.
create function create_day_partitions(wanted date) returns boolean language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  suffix text := to_char(wanted, 'YYYYMMDD');
  bounds text := format('for values from (%L) to (%L)', wanted, wanted + 1);
begin
  insert into partition_days (day) values (wanted) on conflict do nothing;
  if not found then return false; end if;
  execute format(
    'create table commands_%s (like all_commands including defaults including constraints, primary key (order_id, id))', suffix);
  execute format(
    'create table delivery_attempts_%s (like all_attempts including defaults including constraints, primary key (delivery_id, generation))', suffix);
  execute format(
    'create table webhook_deliveries_%s (like all_webhook_deliveries including defaults including constraints, primary key (id))', suffix);
  execute format('create index on webhook_deliveries_%s (order_id, sequence)', suffix);
  execute format('create index on webhook_deliveries_%s (owner_id, id desc)', suffix);
  execute format('create index on webhook_deliveries_%s (owner_id, id desc) where state <> ''delivered''', suffix);
  execute format('create index on webhook_deliveries_%s (origin_id) where origin_id is not null', suffix);
  execute format(
    'create table events_%s (like all_events including defaults including constraints, primary key (order_id, sequence))', suffix);
  execute format('create index on events_%s (merchant_id, position)', suffix);
  execute format('create index on events_%s (position) where audience is not null', suffix);
  execute format('create index on events_%s (platform, position) where platform is not null', suffix);
  execute format('alter table all_commands attach partition commands_%s %s', suffix, bounds);
  execute format('alter table all_attempts attach partition delivery_attempts_%s %s', suffix, bounds);
  execute format('alter table all_webhook_deliveries attach partition webhook_deliveries_%s %s', suffix, bounds);
  execute format('alter table all_events attach partition events_%s %s', suffix, bounds);
  perform show_recent_events();
  return true;
end $$;

-- Drops a day, unless an order has its history in it, or events from an earlier day to it or a later one. New orders
-- have theirs in a later one, and a move of an order's history holds the partitions, so that an answer read after the
-- lock stays true. Every reader waits while this waits for its lock, hence not for long: behind a dump, which reads for
-- hours, it gives up and is called again. The tables are locked in the order in which an attempt's statement locks
-- them. Dropped rows were taken from the counts of the audit when its orders were purged.
create function drop_day_partitions(unwanted date) returns boolean language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  suffix text := to_char(unwanted, 'YYYYMMDD');
begin
  lock table only all_commands, only all_attempts, only all_webhook_deliveries, only all_events;
  -- Another process may have dropped it while this one waited.
  if not exists (select from partition_days where day = unwanted) then return false; end if;
  execute format(
    'lock table commands_%s, delivery_attempts_%s, webhook_deliveries_%s, events_%s', suffix, suffix, suffix, suffix);
  if exists (
    select from orders where partition_day > 'epoch' and partition_day <= unwanted
      and greatest(partition_day, last_event_day) >= unwanted
  ) then
    return false;
  end if;
  delete from partition_days where day = unwanted;
  if exists (
    select from pg_depend d join pg_rewrite r on r.oid = d.objid
    where r.ev_class = 'recent_events'::regclass and d.refobjid = format('events_%s', suffix)::regclass
  ) then
    perform show_recent_events();
  end if;
  execute format(
    'drop table events_%s, webhook_deliveries_%s, commands_%s, delivery_attempts_%s', suffix, suffix, suffix, suffix);
  return true;
end $$;

-- All events of these orders. Planned anew each time, with the days as constants: so all other partitions are left
-- alone.
create function events_of(order_ids text[]) returns setof all_events language plpgsql stable strict rows 10
set plan_cache_mode = force_custom_plan as $$
declare
  first_day date;
  last_day date;
begin
  select min(partition_day), max(greatest(partition_day, last_event_day)) into first_day, last_day
  from orders where id = any(order_ids) and partition_day > 'epoch';
  return query
    select * from all_events e
    where e.order_id = any(order_ids) and (e.event_day = 'epoch' or e.event_day between first_day and last_day);
end $$;

-- An event of an order.
create function event_at(of_order text, at_sequence int) returns setof all_events language plpgsql stable strict rows 1
set plan_cache_mode = force_custom_plan as $$
declare
  first_day date;
  last_day date;
begin
  select partition_day, greatest(partition_day, last_event_day) into first_day, last_day
  from orders where id = of_order and partition_day > 'epoch';
  return query
    select * from all_events e
    where e.order_id = of_order and e.sequence = at_sequence
      and (e.event_day = 'epoch' or e.event_day between first_day and last_day);
end $$;

-- The feed (ADR 33) -------------------------------------------------------------------------------------------------

-- The position of an event of this transaction. Called while its order is locked, in a statement of its own after the
-- lock: see ADR 33 for why it is not simply the transaction's id.
create function feed_position() returns bigint
language sql volatile
return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
  + (select position_offset from feed_state);

-- Below it nothing will be added any more: every transaction that has a lower id has ended, as the caller's statement
-- sees it.
create function feed_horizon() returns bigint
language sql stable
return pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select position_offset from feed_state);

-- The highest position that was given to anything that is known here. The days are in the order of the positions from
-- `recent_position` on, except those written around midnight.
create function feed_end() returns bigint
language sql stable
return greatest(
  (select greatest(purged_position, recent_position) from feed_state),
  (select max(newest.position)
   from merchants m
     cross join (
       select 'epoch'::date as day
       union all
       (select h.day from partition_days h where exists (select from all_events e where e.event_day = h.day)
        order by h.day desc limit 2)
     ) recent
     cross join lateral (
       select e.position from all_events e
       where e.event_day = recent.day and e.merchant_id = m.id
       order by e.position desc limit 1
     ) newest));

-- Makes every later position higher than any that was ever given out, those included that a restore has lost: the
-- offset goes to the next multiple of 2^42, which is more transactions than a database sees in decades. The lock waits
-- for transactions that write events with the offset as it was.
create function bump_feed_offset() returns void
language plpgsql as $$
begin
  lock table all_events in share row exclusive mode;
  update feed_state
  set position_offset = (
    greatest(feed_end(), position_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint) / 4398046511104 + 1
  ) * 4398046511104;
end $$;

-- Whether positions that are given now may have been given before, as is plain to see in another cluster, where ids
-- start anew.
create function feed_is_behind() returns boolean
language sql stable
return (
  select feed_end() >= position_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint from feed_state);

-- True: it had, and does no more.
create function bump_feed_offset_if_behind() returns boolean
language plpgsql as $$
begin
  if not feed_is_behind() then return false; end if;
  lock table all_events in share row exclusive mode;
  -- Another replica may have done it meanwhile.
  if not feed_is_behind() then return false; end if;
  perform bump_feed_offset();
  return true;
end $$;

-- A new epoch reveals a restore, see docs/operations.md.
create function bump_feed_offset_of_epoch() returns trigger
language plpgsql as $$
begin
  perform bump_feed_offset();
  return null;
end $$;
create trigger bump_feed_offset after update of epoch on directory_state
for each row when (old.epoch is distinct from new.epoch) execute function bump_feed_offset_of_epoch();

-- Statistics --------------------------------------------------------------------------------------------------------

-- Analyses the table that has grown most since its statistics were made, if that is tenfold: a plan that is kept for it
-- was made for a small table, and is made anew after this. Autovacuum does the same, but looks once a minute, and a
-- rush fills a table of a new installation or of a new day within seconds. Never an empty table: its statistics would
-- be worse than none. It is the owner's to do. Returns the table's name; null: no table has grown so.
create function analyze_grown_table() returns text language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  grown text := (
    select s.relid::regclass::text from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_live_tup > 10 * greatest(c.reltuples, 100)
    order by s.n_live_tup / greatest(c.reltuples, 100) desc limit 1);
begin
  if grown is not null then execute 'analyze (skip_locked) ' || grown; end if;
  return grown;
end $$;

-- The first days, a week ahead
-- -------------------------------------------------------------------------------------------

select create_day_partitions((now() at time zone 'utc')::date + n) from generate_series(0, 7) n;
