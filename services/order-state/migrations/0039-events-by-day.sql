-- Events too are kept by day, so that retention drops them. Not by the day of their order: a merchant's feed reads them in the order of
-- their positions, and would look into all days at each poll. An event is in the day on which it was written, by the clock of this
-- database, and `orders.last_event_day` tells up to where the events of an order are. As in 0029 the released table stays, and
-- is the partition of no day.
alter table events add column event_day date not null default 'epoch';
alter table events add constraint events_of_no_day check (event_day = 'epoch') not valid;
create table all_events (like events including defaults) partition by range (event_day);

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
-- Events at `recent_position` and above that are written until the end of `recent_until` are all in it: whoever writes one later than now
-- has begun a day ago at most. Who releases something waits while this waits for who does, hence not for long.
alter table feed_state
  add column recent_position bigint not null default 0,
  add column recent_until date not null default 'epoch';
create function show_recent_events() returns void language plpgsql set search_path from current set lock_timeout = '1s' as $$
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
security definer set search_path from current as $$
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
  perform show_recent_events();
  execute format('drop table events_%s, deliveries_%s, commands_%s, delivery_attempts_%s', suffix, suffix, suffix, suffix);
  return true;
end $$;

-- The day for an event that is written `today`. None, where its order has none, or one that has not come yet by this clock.
create function event_day_of(order_day date, today date) returns date language sql immutable parallel safe
return case when order_day > 'epoch' and order_day <= today then today else 'epoch' end;

-- Only where everybody knows of it may events be in a day: a replica of the release before looks into `events` alone. As in 0033 new
-- orders have no day until an operator says again that no such replica runs; and as in 0038 that release can not say it.
alter table history_layout add column events_by_day boolean not null default false;
update history_layout set by_day = false, moving_from = null, moving_until = null, moved_to = null
where by_day and exists (select from orders);
update history_layout set events_by_day = by_day;
alter table history_layout add constraint by_day_with_events check (events_by_day or not by_day);
