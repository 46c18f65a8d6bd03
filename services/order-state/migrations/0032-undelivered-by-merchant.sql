-- outside a transaction: see 0030.

-- For a merchant's list by a state of which it may have none: without this, all that was delivered is gone through for it.
drop index concurrently if exists deliveries_undelivered;
create index concurrently deliveries_undelivered on deliveries (merchant_id, id desc) where state <> 'delivered';
