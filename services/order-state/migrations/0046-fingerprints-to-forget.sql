-- What a block range had of the oldest days stays in a BRIN index when these rows are gone and others are in their place: after one
-- round of IDEMPOTENCY_DAYS each look for what is to be forgotten read all fingerprints. Many have one day, so an entry takes 7 bytes.
-- Only retention writes this table: nobody else waits while the index is made.
create index order_fingerprints_to_forget on order_fingerprints (gone_on);
drop index order_fingerprints_by_day;
