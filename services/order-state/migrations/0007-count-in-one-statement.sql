-- The counts of a statement are written by one statement, in order of state so that no two wait for each other in a circle.
create or replace function count_inserted_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, state, count(*) from new_rows group by state order by state
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_deleted_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, state, -count(*) from old_rows group by state order by state
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;

create or replace function count_updated_deliveries() returns trigger language plpgsql as $$
begin
  insert into ledger_counts as c (slot, name, n)
  select pg_backend_pid() % 256, state, sum(n)::bigint from (
    select state, 1 as n from new_rows union all select state, -1 from old_rows
  ) changes group by state having sum(n) <> 0 order by state
  on conflict (slot, name) do update set n = c.n + excluded.n;
  return null;
end $$;
