-- A step of a move writes its progress, and asked for an index that is there: that waits for whoever vacuums the table, and has writers
-- of it wait. Now the index is looked at where the layout changes, and where the move to days ends.
drop trigger index_what_lives on history_layout;
create trigger index_what_lives after update of by_day, moving_from on history_layout
  for each row
  when (new.by_day is distinct from old.by_day or (new.moving_from is null and old.moving_from is not null))
  execute function index_what_lives();
create or replace function index_what_lives() returns trigger language plpgsql
security definer set search_path from current set lock_timeout = '100ms' as $$
begin
  if new.by_day and new.moving_from is null then
    drop index if exists deliveries_live;
  elsif not new.by_day and to_regclass('deliveries_live') is null then
    create index deliveries_live on deliveries (merchant_id, id desc)
      where merchant_id is not null and state in ('waiting', 'in_flight');
  end if;
  return null;
end $$;
