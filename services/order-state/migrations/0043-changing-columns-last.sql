-- An update writes to the WAL what is between the first and the last byte that it changes, and of an order that was all of its content.
-- Where no order is yet, what changes comes behind what does not. The rows of others stay as they are, and nobody waits for that.
do $$
begin
  if exists (select from orders) then return; end if;
  lock table orders in access exclusive mode;
  if exists (select from orders) then return; end if;
  alter table orders drop column status, drop column reason, drop column tracking_url;
  alter table orders add column status text not null, add column reason json, add column tracking_url text;
end $$;
