-- outside a transaction: see 0030.

-- The sequence of the last delivery to each endpoint. `null`: the order was made by a release that did not know of it, and its
-- settled deliveries stay in `deliveries`, whose rows tell it. Not in 0033: whoever has `deliveries` for itself and asks for `orders`
-- as well waits for a second for those who write both, and they for it.
alter table orders add column if not exists chain_ends json;
alter table deliveries validate constraint deliveries_of_no_day;
