-- What is settled is history too: a delivery that is settled leaves `deliveries` for the day of its order, and what waits or is
-- in flight stays there, in a small table. The released table stays and is the partition of no day, as in 0029: what an earlier
-- release settles, and what orders of no day have, stays where it looks for it.
alter table deliveries add column history_day date not null default 'epoch';
alter table deliveries add constraint deliveries_of_no_day check (history_day = 'epoch') not valid;
create table all_deliveries (like deliveries including defaults) partition by range (history_day);
create trigger count_inserted after insert on all_deliveries referencing new table as new_rows
  for each statement execute function count_inserted_deliveries();

create function make_deliveries_day(wanted date) returns void language plpgsql set search_path from current as $$
declare
  name text := 'deliveries_' || to_char(wanted, 'YYYYMMDD');
begin
  execute format('create table %s (like deliveries including defaults, primary key (id))', name);
  execute format('create index on %s (order_id)', name);
  execute format('create index on %s (merchant_id, id desc)', name);
  execute format('create index on %s (merchant_id, id desc) where state <> ''delivered''', name);
  execute format('create index on %s (origin_id) where origin_id is not null', name);
  execute format('alter table all_deliveries attach partition %s for values from (%L) to (%L)', name, wanted, wanted + 1);
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
  return true;
end $$;

-- As in 0029. What is dropped was taken from the counts of the audit when its orders were purged. The tables are locked in the order
-- in which an attempt's statement locks them: in another one each would wait for the other, and the drop would give up.
create or replace function drop_history_day(unwanted date) returns boolean language plpgsql
security definer set search_path from current set lock_timeout = '100ms' as $$
declare
  suffix text := to_char(unwanted, 'YYYYMMDD');
begin
  if not exists (select from history_days where day = unwanted) then return false; end if;
  lock table only all_commands, only all_attempts, only all_deliveries;
  execute format('lock table commands_%s, delivery_attempts_%s, deliveries_%s', suffix, suffix, suffix);
  if exists (select from orders where history_day = unwanted) then return false; end if;
  delete from history_days where day = unwanted;
  execute format('drop table deliveries_%s, commands_%s, delivery_attempts_%s', suffix, suffix, suffix);
  return true;
end $$;

-- As in 0020, but what is not settled first: a settled delivery that leaves is taken from its state where it was before it is added
-- where it goes, and all take the rows of counts in one order.
create or replace function count_updated_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, name, sum(n)::bigint from (
    select state, count_name(state, mode) as name, 1 as n from new_rows
    union all select state, count_name(state, mode), -1 from old_rows
  ) changes group by state, name having sum(n) <> 0 order by state not in ('in_flight', 'waiting'), name
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

-- Only where everybody knows of it may a settled delivery leave: a replica of the release before would not find the end of its
-- chain. So where orders are, new ones have no day until an operator says again that no such replica runs: see docs/operations.md.
update history_layout set by_day = false, moving_from = null, moving_until = null, moved_to = null
where by_day and exists (select from orders);
