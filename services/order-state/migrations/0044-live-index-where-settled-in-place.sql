-- Where history is by day nearly all that is in the live table lives, and `deliveries_by_merchant` tells it. An index of that alone is
-- for where settled deliveries stay beside it: it would be one entry more each time that a delivery is written or released.
create function index_what_lives() returns trigger language plpgsql
security definer set search_path from current set lock_timeout = '100ms' as $$
begin
  if new.by_day and new.moving_from is null then
    drop index if exists deliveries_live;
  elsif not new.by_day then
    create index if not exists deliveries_live on deliveries (merchant_id, id desc)
      where merchant_id is not null and state in ('waiting', 'in_flight');
  end if;
  return null;
end $$;
create trigger index_what_lives after update of by_day, moving_from on history_layout
  for each row execute function index_what_lives();
update history_layout set by_day = by_day;
