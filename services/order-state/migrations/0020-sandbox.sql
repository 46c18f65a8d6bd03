-- Sandbox merchants. What is there already is live.
alter table merchants add column mode text not null default 'live' check (mode in ('live', 'sandbox'));
-- A platform has a key for each mode: made with its first sandbox merchant.
alter table platforms add column sandbox_key_hash text unique;
alter table platforms add column sealed_sandbox_key text;

-- The merchant's, which never changes: said here again, because every release and every count asks for it.
alter table endpoints add column mode text not null default 'live';
alter table orders add column mode text not null default 'live';
alter table deliveries add column mode text not null default 'live';

-- The fault that was asked for and has not been reported as done, and what the last one came to.
alter table endpoints add column misbehaviour jsonb;
alter table endpoints add column last_misbehaviour jsonb;

-- What an order of a sandbox merchant is to go through.
create table sandbox_orders (
  order_id text primary key,
  scenario text not null,
  speed real not null,
  seed text not null,
  -- When it last became `ready`; null: it never did.
  ready_at timestamptz,
  -- `ready` or later, and not final: couriers have to do with it.
  under_way boolean not null,
  -- Since when its merchant moves it by hand: couriers leave it alone.
  by_hand_since timestamptz
);
-- What a courier's system walks, again and again: as small as what is under way.
create index sandbox_orders_under_way on sandbox_orders (order_id) where under_way and by_hand_since is null;

-- Deliveries of sandbox merchants are counted apart, under names of their own.
create function count_name(counted_name text, mode text) returns text language sql immutable parallel safe
return case mode when 'live' then counted_name else mode || '_' || counted_name end;

create or replace function count_inserted_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, count_name(state, mode) as name, count(*) from new_rows group by 2 order by 2
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_deleted_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, count_name(state, mode) as name, -count(*) from old_rows group by 2 order by 2
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_updated_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, name, sum(n)::bigint from (
    select count_name(state, mode) as name, 1 as n from new_rows
    union all select count_name(state, mode), -1 from old_rows
  ) changes group by name having sum(n) <> 0 order by name
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;
