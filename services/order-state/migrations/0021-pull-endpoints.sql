-- A pull endpoint has no URL: its deliveries wait until they are fetched (ADR 32).
alter table endpoints
  add column type text not null default 'push' check (type in ('push', 'pull')),
  alter column url drop not null,
  add constraint endpoints_url_of_push check ((type = 'push') = (url is not null));

-- The window of a pull endpoint has size 0: no room, so that nothing is ever released to a dispatcher, whoever asks
-- `window_room`, a replica of the release before included.
alter table endpoint_windows
  drop constraint endpoint_windows_size_check,
  add constraint endpoint_windows_size_check check (size between 0 and 256);

-- Until when nobody else gets a delivery that was taken. Not null in `in_flight` of pull endpoints alone.
alter table deliveries add column visible_until timestamptz;
create index deliveries_taken on deliveries (visible_until) where state = 'in_flight' and visible_until is not null;
