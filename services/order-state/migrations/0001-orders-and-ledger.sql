-- Merchants and what they may do ------------------------------------------------------------------------------------

create table platforms (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  key_hash text not null unique,
  -- The key is given out again with each merchant of the platform, so it rests sealed and not only hashed.
  sealed_key text not null,
  created_at timestamptz not null default now()
);

-- One row. Every write to merchants takes the next version under this row's lock, so versions commit in order.
create table directory_state (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  version bigint not null default 0
);
insert into directory_state default values;

create table merchants (
  id text primary key,
  name text not null,
  platform_id uuid not null references platforms,
  status text not null default 'active' check (status in ('active', 'disabled')),
  create_per_minute int check (create_per_minute > 0),
  other_per_minute int check (other_per_minute > 0),
  version bigint not null unique,
  created_at timestamptz not null default now()
);

create table merchant_tokens (
  id uuid primary key default gen_random_uuid(),
  merchant_id text not null references merchants,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index merchant_tokens_active on merchant_tokens (merchant_id) where revoked_at is null;

-- Orders --------------------------------------------------------------------------------------------------------------

create table orders (
  id text primary key,
  merchant_id text not null,
  external_id text not null,
  display_id text not null,
  status text not null,
  reason json,
  tracking_url text,
  -- Customers' data: null once erased. content_hash outlives it, so that one external_id stays one order.
  content json,
  external_data json not null,
  content_hash bytea not null,
  last_sequence int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_report_at timestamptz,
  final_at timestamptz,
  -- When the history (deliveries, attempts, events, commands) was purged.
  purged_at timestamptz
) with (fillfactor = 80);
create index orders_by_merchant on orders (merchant_id, created_at desc, id desc);
-- No status in an index: status changes stay HOT updates. Orders under way are few, finished ones are many.
create index orders_under_way on orders (merchant_id, created_at desc, id desc) where final_at is null;

-- What retention looks for. Neither column changes while an order is under way.
create index orders_to_erase on orders (final_at) where content is not null and final_at is not null;
create index orders_to_purge on orders (created_at) where purged_at is null;

-- One row per message that was decided; a redelivery finds its outcome here.
create table commands (
  id text primary key,
  order_id text not null,
  type text not null,
  outcome text not null check (outcome in ('applied', 'unchanged', 'refused')),
  code text,
  detail text,
  -- The order's last sequence when this was decided: its place among the events.
  after_sequence int not null,
  payload json,
  occurred_at timestamptz not null,
  decided_at timestamptz not null
);
create index commands_by_order on commands (order_id);

-- Commands whose order has not arrived yet.
create table parked_commands (
  id text primary key,
  order_id text not null,
  message json not null,
  parked_at timestamptz not null
);
create index parked_commands_by_order on parked_commands (order_id);
create index parked_commands_by_age on parked_commands (parked_at);

create table events (
  order_id text not null,
  sequence int not null,
  event text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  -- W3C trace context of the message that caused it.
  traceparent text,
  created_at timestamptz not null,
  primary key (order_id, sequence)
);

-- Endpoints and the delivery ledger -------------------------------------------------------------------------------------

create table endpoints (
  id uuid primary key,
  merchant_id text not null references merchants,
  url text not null,
  -- null: every event
  events text[],
  status text not null default 'active' check (status in ('active', 'disabled', 'deleted')),
  disabled_reason text,
  disabled_at timestamptz,
  -- [{"sealed": text, "expires_at": text|null}], newest first
  secrets jsonb not null,
  created_at timestamptz not null default now()
);
create index endpoints_by_merchant on endpoints (merchant_id) where status <> 'deleted';
create unique index endpoints_unique_url on endpoints (merchant_id, url) where status <> 'deleted';

-- How much may be in flight to an endpoint, and when the relay should look at it again. Hot, hence apart and roomy.
create table endpoint_windows (
  endpoint_id uuid primary key references endpoints,
  size int not null default 16 check (size between 1 and 256),
  in_flight int not null default 0 check (in_flight >= 0),
  -- Not null: the breaker is open, and one probe may go out at this time.
  probe_at timestamptz,
  failing_since timestamptz,
  -- When the first delivery can be released without another event happening before; null: an event will tell.
  wake_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index endpoint_windows_wake on endpoint_windows (wake_at) where wake_at is not null;

create table deliveries (
  -- UUIDv7: its order is the order of creation
  id uuid primary key,
  order_id text not null,
  endpoint_id uuid not null,
  merchant_id text not null,
  sequence int not null,
  previous_sequence int not null,
  event text not null,
  webhook_id text not null,
  state text not null check (state in ('waiting', 'in_flight', 'delivered', 'exhausted', 'skipped')),
  -- The predecessor for the same order and endpoint is settled.
  gate_open boolean not null,
  not_before timestamptz not null,
  generation int not null default 0,
  attempt_count int not null default 0,
  -- attempt_count when the current run of the retry schedule began
  schedule_base int not null default 0,
  released_at timestamptz,
  -- The broker has confirmed the current release.
  published boolean not null default false,
  last_error_code text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- A replay is a row of its own beside the delivery that it repeats.
  replay_id uuid,
  origin_id uuid
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
create unique index deliveries_chain on deliveries (order_id, endpoint_id, replay_id, sequence) nulls not distinct;
create index deliveries_due on deliveries (endpoint_id, not_before, id) where state = 'waiting' and gate_open;
create index deliveries_gated on deliveries (endpoint_id) where state = 'waiting' and not gate_open;
create index deliveries_in_flight on deliveries (released_at) where state = 'in_flight';
create index deliveries_by_merchant on deliveries (merchant_id, id desc);
create index deliveries_replaying on deliveries (replay_id) where replay_id is not null and state in ('waiting', 'in_flight');
create index deliveries_by_origin on deliveries (origin_id) where origin_id is not null;

create table delivery_attempts (
  delivery_id uuid not null,
  generation int not null,
  attempt int not null,
  at timestamptz not null,
  duration_ms real not null,
  status_code int,
  error_code text,
  response_excerpt text,
  primary key (delivery_id, generation)
);

-- Counts that the audit compares. Rows are spread over slots so that concurrent transactions do not queue for one row.
-- 'matched' and 'purged' are counted by the code that creates and purges; every state by the trigger below, which
-- sees whatever happens to the table, whoever does it.
create table ledger_counts (
  slot int not null,
  name text not null,
  n bigint not null,
  primary key (slot, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function count_ledger(counted_name text, delta bigint) returns void language sql as $$
  insert into ledger_counts as c (slot, name, n) values (pg_backend_pid() % 256, counted_name, delta)
  on conflict (slot, name) do update set n = c.n + excluded.n
$$;

create function count_inserted_deliveries() returns trigger language plpgsql as $$
begin
  perform count_ledger(state, n) from (select state, count(*) as n from new_rows group by state order by state) s;
  return null;
end $$;

create function count_deleted_deliveries() returns trigger language plpgsql as $$
begin
  perform count_ledger(state, -n) from (select state, count(*) as n from old_rows group by state order by state) s;
  return null;
end $$;

create function count_updated_deliveries() returns trigger language plpgsql as $$
begin
  perform count_ledger(state, n) from (
    select state, sum(n)::bigint as n from (
      select state, 1 as n from new_rows union all select state, -1 from old_rows
    ) changes group by state having sum(n) <> 0 order by state
  ) s;
  return null;
end $$;

create trigger count_inserted after insert on deliveries referencing new table as new_rows
  for each statement execute function count_inserted_deliveries();
create trigger count_deleted after delete on deliveries referencing old table as old_rows
  for each statement execute function count_deleted_deliveries();
create trigger count_updated after update on deliveries referencing old table as old_rows new table as new_rows
  for each statement execute function count_updated_deliveries();

-- Operations ------------------------------------------------------------------------------------------------------------

create table dead_letters (
  id uuid primary key,
  queue text not null,
  message_id text not null,
  type text,
  reason text not null,
  detail text,
  body bytea not null,
  properties json not null,
  count int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  replayed_at timestamptz,
  unique (queue, message_id)
);

-- Endpoint changes made by the system, for the timeline of support.
create table endpoint_log (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  at timestamptz not null default now(),
  what text not null,
  reason text
);
create index endpoint_log_by_endpoint on endpoint_log (endpoint_id, id);

create table replays (
  id uuid primary key,
  merchant_id text not null,
  -- The replay of one delivery; null: of a range.
  delivery_id uuid,
  since timestamptz,
  until timestamptz,
  states text[],
  status text not null default 'running' check (status in ('running', 'completed')),
  -- The last order whose deliveries are queued: where a run that was interrupted goes on.
  cursor_created_at timestamptz,
  cursor_order_id text,
  fed boolean not null default false,
  total int not null,
  queued int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index replays_running on replays (id) where status = 'running';
create index replays_by_merchant on replays (merchant_id, id desc);
