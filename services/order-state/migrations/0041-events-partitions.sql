create function make_events_day(wanted date) returns void language plpgsql set search_path from current as $$
declare
  name text := 'events_' || to_char(wanted, 'YYYYMMDD');
begin
  execute format('create table %s (like events including defaults, primary key (order_id, sequence))', name);
  execute format('create index on %s (merchant_id, position)', name);
  execute format('alter table all_events attach partition %s for values from (%L) to (%L)', name, wanted, wanted + 1);
end $$;

-- What is released, and what comes next in a feed that is followed, was nearly always written today or yesterday. A plan that is kept for
-- all days would lock all of them each time; here it is kept for these, and made anew when a new day is. Tomorrow is among them, because
-- days are made some time after midnight; and the last day that there is, where it is an older one. The newest comes first: an order
-- may have been made anew under the id of one that retention took, whose day still stands.
--
-- Events at `recent_position` and above that are written until the end of `recent_until` are all in it: who has not ended yet has begun a
-- day ago at most. Who releases something waits while this waits for who does, hence not for long.
create function show_recent_events() returns void language plpgsql
security definer set search_path from current as $$
declare
  today date := (now() at time zone 'utc')::date;
  first_day date := (select max(day) from history_days where day < today);
begin
  execute 'create or replace view recent_events as ' || coalesce((
    select string_agg('select * from events_' || to_char(day, 'YYYYMMDD') || ' union all ', '' order by day desc) from history_days
    where day between coalesce(first_day, 'epoch') and today + 1), '') || 'select * from events';
  update feed_state set
    recent_position = greatest(recent_position, pg_snapshot_xmax(pg_current_snapshot())::text::bigint + position_offset),
    recent_until = today + 1;
end $$;

create or replace function make_history_day(wanted date) returns boolean language plpgsql
security definer set search_path from current set lock_timeout = '1s' as $$
declare
  suffix text := to_char(wanted, 'YYYYMMDD');
begin
  insert into history_days (day) values (wanted) on conflict do nothing;
  if not found then return false; end if;
  execute format('create table commands_%s (like commands including defaults, primary key (order_id, id))', suffix);
  execute format('create table delivery_attempts_%s (like delivery_attempts including defaults, primary key (delivery_id, generation))', suffix);
  execute format('alter table all_commands attach partition commands_%s for values from (%L) to (%L)', suffix, wanted, wanted + 1);
  execute format('alter table all_attempts attach partition delivery_attempts_%s for values from (%L) to (%L)', suffix, wanted, wanted + 1);
  perform make_deliveries_day(wanted);
  perform make_events_day(wanted);
  perform show_recent_events();
  return true;
end $$;

select make_events_day(day) from history_days;
select show_recent_events();

-- As in 0033. An order has events in its own day and in later ones: no day goes before those before it.
create or replace function drop_history_day(unwanted date) returns boolean language plpgsql
security definer set search_path from current set lock_timeout = '100ms' as $$
declare
  suffix text := to_char(unwanted, 'YYYYMMDD');
begin
  if not exists (select from history_days where day = unwanted) then return false; end if;
  lock table only all_commands, only all_attempts, only all_deliveries, only all_events;
  execute format('lock table commands_%s, delivery_attempts_%s, deliveries_%s, events_%s', suffix, suffix, suffix, suffix);
  if exists (select from orders where history_day > 'epoch' and history_day <= unwanted) then return false; end if;
  delete from history_days where day = unwanted;
  if exists (
    select from pg_depend d join pg_rewrite r on r.oid = d.objid
    where r.ev_class = 'recent_events'::regclass and d.refobjid = format('events_%s', suffix)::regclass
  ) then
    perform show_recent_events();
  end if;
  execute format('drop table events_%s, deliveries_%s, commands_%s, delivery_attempts_%s', suffix, suffix, suffix, suffix);
  return true;
end $$;

-- The day for an event that is written `today`. None, where its order has none, or one that has not come yet by this clock.
create function event_day_of(order_day date, today date) returns date language sql immutable parallel safe
return case when order_day > 'epoch' and order_day <= today then today else 'epoch' end;

-- All events of these orders. Planned anew each time, with the days as constants: so all other partitions are left alone.
create function events_of(order_ids text[]) returns setof all_events language plpgsql stable strict rows 10
set plan_cache_mode = force_custom_plan as $$
declare
  first_day date;
  last_day date;
begin
  select min(history_day), max(greatest(history_day, last_event_day)) into first_day, last_day
  from orders where id = any(order_ids) and history_day > 'epoch';
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
  select history_day, greatest(history_day, last_event_day) into first_day, last_day from orders where id = of_order and history_day > 'epoch';
  return query
    select * from all_events e
    where e.order_id = of_order and e.sequence = at_sequence
      and (e.event_day = 'epoch' or e.event_day between first_day and last_day);
end $$;

-- As in 0022. The days are in the order of the positions from `recent_position` on, but for what was written around midnight.
create or replace function feed_end() returns bigint
language sql stable
return greatest(
  (select greatest(purged_position, recent_position) from feed_state),
  (select max(newest.position)
   from merchants m
     cross join (
       select 'epoch'::date as day
       union all
       (select h.day from history_days h where exists (select from all_events e where e.event_day = h.day) order by h.day desc limit 2)
     ) recent
     cross join lateral (
       select e.position from all_events e
       where e.event_day = recent.day and e.merchant_id = m.id and e.position is not null
       order by e.position desc limit 1
     ) newest));

create or replace function raise_feed() returns void
language plpgsql as $$
begin
  lock table all_events in share row exclusive mode;
  update feed_state
  set position_offset = (
    greatest(feed_end(), position_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint) / 4398046511104 + 1
  ) * 4398046511104;
end $$;

create or replace function raise_feed_if_back() returns boolean
language plpgsql as $$
begin
  if not feed_went_back() then return false; end if;
  lock table all_events in share row exclusive mode;
  -- Another replica may have done it meanwhile.
  if not feed_went_back() then return false; end if;
  perform raise_feed();
  return true;
end $$;

-- Only where everybody knows of it may events be in a day: a replica of the release before looks into `events` alone. As in 0033 new
-- orders have no day until an operator says again that no such replica runs; and as in 0038 that release can not say it.
update history_layout set by_day = false, moving_from = null, moving_until = null, moved_to = null
where by_day and exists (select from orders);
update history_layout set events_by_day = by_day;
alter table history_layout add constraint by_day_with_events check (events_by_day or not by_day);

-- What is there already is in no day, as the constraint says.
alter table all_events attach partition events for values from ('epoch') to ('1970-01-02');
