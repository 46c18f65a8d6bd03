-- What was asked of an order (commands) and what was tried for it (delivery_attempts) is history: appended, and asked for by
-- order. From here on it is kept by the day of the order, so that retention drops a day and deletes no rows.
--
-- The tables of the released schema stay, under their names, and become the partition of 'epoch' (0031): what an earlier release
-- writes and reads stays where it looks for it.

-- Where the history of an order is. 'epoch': with what has no day.
alter table orders add column history_day date not null default 'epoch';
alter table commands add column history_day date not null default 'epoch';
alter table delivery_attempts add column history_day date not null default 'epoch';

-- Checked in 0030, while everybody goes on.
alter table commands add constraint commands_of_no_day check (history_day = 'epoch') not valid;
alter table delivery_attempts add constraint delivery_attempts_of_no_day check (history_day = 'epoch') not valid;

-- Neither has an index or a key of its own: each partition has, so that none is ever built while everybody waits.
create table all_commands (like commands including defaults) partition by range (history_day);
create table all_attempts (like delivery_attempts including defaults) partition by range (history_day);

-- The days that have partitions.
create table history_days (
  day date primary key check (day > 'epoch')
);

-- What is wanted, and how far the orders that were there before are on their way to it.
create table history_layout (
  only_row boolean primary key default true check (only_row),
  -- New orders have the history of their day. Where orders are already: not before an operator says that no replica of the
  -- release before runs any more, which looks into the released tables alone.
  by_day boolean not null,
  -- While orders are moved: those created from `moving_from` until `moving_until`, and up to `moved_to` it is done.
  moving_from timestamptz,
  moving_until timestamptz,
  moved_to timestamptz,
  moved bigint not null default 0
);

-- The day for the history of an order that is created at that time: the last one that has partitions. There is always one,
-- also where nobody has made partitions for days.
create function history_day_at(at timestamptz) returns date language sql stable
return coalesce(
  (select max(day) from history_days
   where day <= (at at time zone 'utc')::date and (select by_day from history_layout)),
  'epoch');

-- Whoever makes or drops a partition owns the tables; order-state needs no more than rows.
create function make_history_day(wanted date) returns boolean language plpgsql
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
  return true;
end $$;

-- Drops a day, unless an order has its history in it. New orders have theirs in a later one, and who moves an order's history into
-- a day holds its partitions, so that what is asked after the lock stays true. Everybody waits while it waits for that, hence
-- not for long: behind a dump, which reads for hours, it gives up and is called again.
create function drop_history_day(unwanted date) returns boolean language plpgsql
security definer set search_path from current set lock_timeout = '100ms' as $$
declare
  suffix text := to_char(unwanted, 'YYYYMMDD');
begin
  if not exists (select from history_days where day = unwanted) then return false; end if;
  lock table only all_commands, only all_attempts;
  execute format('lock table commands_%s, delivery_attempts_%s', suffix, suffix);
  if exists (select from orders where history_day = unwanted) then return false; end if;
  delete from history_days where day = unwanted;
  execute format('drop table commands_%s, delivery_attempts_%s', suffix, suffix);
  return true;
end $$;
