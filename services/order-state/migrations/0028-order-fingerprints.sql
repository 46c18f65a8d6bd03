-- What is left of an order that retention took: enough to know it again, so that the same external_id stays the same order.
create table order_fingerprints (
  -- Since when it is gone.
  gone_on date not null,
  -- 12 bytes, of which `orders.id` is the hexadecimal text.
  id bytea primary key,
  -- The first 14 bytes of `orders.content_hash`: with more a row would take 8 bytes more.
  content_hash bytea not null
) partition by hash (id);

do $$
begin
  for remainder in 0..15 loop
    execute format(
      'create table order_fingerprints_%s partition of order_fingerprints for values with (modulus 16, remainder %s)',
      remainder, remainder);
  end loop;
end $$;

-- Rows come in the order of `gone_on`: for finding the oldest this costs next to nothing.
create index order_fingerprints_by_day on order_fingerprints using brin (gone_on) with (autosummarize = on);

-- An order that retention took is never made again. Whoever takes one deletes it and writes its fingerprint in one transaction;
-- an insert that waited for that at the primary key looks here afterwards, with a snapshot of its own, and finds it.
create function refuse_gone_orders() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n cross join lateral (
      select from order_fingerprints f where f.id = decode(n.id, 'hex') limit 1
    ) gone
  ) then
    raise unique_violation using message = 'an order that retention took', constraint = 'order_fingerprints_pkey';
  end if;
  return null;
end $$;
create trigger refuse_gone after insert on orders referencing new table as new_rows
  for each statement execute function refuse_gone_orders();

-- Retention takes whole orders now, those too of which an earlier release purged the history and left the row.
drop index orders_to_purge;
create index orders_by_age on orders (created_at);
