-- outside a transaction: see 0030.

-- A list of what is delivered, exhausted or skipped looks into the live table too, where a few such rows are, or all of an installation
-- whose history is in no day. Among a million that wait it went through all of them, by an index of whatever is not delivered: now
-- what lives and what is settled have one each. As in 0036 they are for statements that give the merchant. See 0044 for the first.
drop index concurrently if exists deliveries_settled;
create index concurrently deliveries_settled on deliveries (merchant_id, state, id desc)
  where merchant_id is not null and state in ('delivered', 'exhausted', 'skipped');
drop index concurrently if exists deliveries_live;
create index concurrently deliveries_live on deliveries (merchant_id, id desc)
  where merchant_id is not null and state in ('waiting', 'in_flight');
drop index concurrently if exists deliveries_undelivered;
