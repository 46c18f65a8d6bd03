-- When what is the customer's was erased. Null again once something happens to the order after that: there may be
-- something to erase anew.
alter table orders add column erased_at timestamptz;
-- What is due by age: of a final order since it is final, of another one since its last event, which is never before its
-- creation. Neither column changes while an order is under way.
drop index orders_to_erase;
create index orders_to_erase on orders (coalesce(final_at, created_at)) where erased_at is null;

-- What was refused, and can be replayed no more.
alter table dead_letters add column erased_at timestamptz;

-- Erasures on request, with what they came to: the receipt, which is kept.
create table erasures (
  id uuid primary key,
  -- Whose data: of one order, or of a phone number, which is known here by a keyed hash alone.
  order_id text,
  phone_hash bytea,
  -- Orders of this merchant alone; null: of all.
  merchant_id text,
  -- Orders that are under way too.
  forced boolean not null,
  status text not null default 'running' check (status in ('running', 'completed')),
  -- The last order looked at, in order of id: where one that was interrupted goes on. Null: all were looked at.
  order_cursor text default '',
  dead_letter_cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  order_ids text[] not null default '{}',
  under_way_ids text[] not null default '{}',
  dead_letter_ids uuid[] not null default '{}',
  events int not null default 0,
  attempts int not null default 0,
  commands int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  check (num_nonnulls(order_id, phone_hash) = 1)
);
create index erasures_running on erasures (id) where status = 'running';
