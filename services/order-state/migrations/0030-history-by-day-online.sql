-- outside a transaction: each statement by itself, and all of them again when one fails.

-- Reads each table once, beside whoever writes to it.
alter table commands validate constraint commands_of_no_day;
alter table delivery_attempts validate constraint delivery_attempts_of_no_day;

-- Commands are asked for by order, so the order comes first, and one index is enough.
drop index concurrently if exists commands_by_key;
create unique index concurrently commands_by_key on commands (order_id, id);

-- For whatever goes through the orders of a day, or through those of no day by age.
drop index concurrently if exists orders_by_day;
create index concurrently orders_by_day on orders (history_day, created_at);
