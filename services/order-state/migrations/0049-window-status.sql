-- The endpoint's status, copied: all that decides what goes out is in the row that is locked for it.
alter table endpoint_windows add column status text not null default 'active';
update endpoint_windows w set status = e.status from endpoints e where e.id = w.endpoint_id;

create function copy_endpoint_status() returns trigger language plpgsql as $$
begin
  update endpoint_windows set status = new.status where endpoint_id = new.id;
  return null;
end $$;

create trigger copy_status after update of status on endpoints
  for each row when (old.status is distinct from new.status) execute function copy_endpoint_status();
