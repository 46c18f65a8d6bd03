alter table deliveries alter column id set not null, drop constraint deliveries_pkey;
drop index deliveries_chain, deliveries_by_merchant, deliveries_undelivered;
alter index deliveries_by_chain rename to deliveries_chain;
alter index deliveries_of_merchant rename to deliveries_by_merchant;
alter index deliveries_undelivered_of_merchant rename to deliveries_undelivered;
