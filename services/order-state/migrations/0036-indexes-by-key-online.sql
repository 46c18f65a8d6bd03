-- outside a transaction: see 0030.

-- Nothing waits and nothing is in flight most nights. What is planned from the statistics of an empty table finds one index as good
-- as another, may read one from end to end, and still does when a million deliveries wait. An index that is only of rows whose first
-- column is not null, which all are, is only for statements that give that column: no plan can go through the whole table.
drop index concurrently if exists deliveries_by_id;
create unique index concurrently deliveries_by_id on deliveries (id) where id is not null;
drop index concurrently if exists deliveries_by_chain;
create unique index concurrently deliveries_by_chain on deliveries (order_id, endpoint_id, replay_id, sequence) nulls not distinct
  where order_id is not null;
drop index concurrently if exists deliveries_of_merchant;
create index concurrently deliveries_of_merchant on deliveries (merchant_id, id desc) where merchant_id is not null;
drop index concurrently if exists deliveries_undelivered_of_merchant;
create index concurrently deliveries_undelivered_of_merchant on deliveries (merchant_id, id desc)
  where merchant_id is not null and state <> 'delivered';
