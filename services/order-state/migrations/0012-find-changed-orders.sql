-- For lists of what has changed. By the hour: an index on updated_at itself would turn every change of an order from a HOT
-- update into one of all indexes (ADR 27).
alter table orders add column updated_hour timestamptz not null
  generated always as (date_bin('1 hour', updated_at, '2000-01-01T00:00:00Z')) stored;
create index orders_by_update on orders (merchant_id, updated_hour);
