-- What is there already is in no day, as the constraint says.
alter table all_events attach partition events for values from ('epoch') to ('1970-01-02');

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
  select history_day, greatest(history_day, last_event_day) into first_day, last_day from orders where id = of_order;
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
