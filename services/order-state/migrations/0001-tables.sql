-- Values that columns of several tables share. A column of a partition has its parent's type, hence also the check.
create domain mode as text constraint mode_values check (value in ('live', 'sandbox'));
create domain owner_status as text constraint owner_status_values check (value in ('active', 'disabled'));
create domain endpoint_status as text
  constraint endpoint_status_values check (value in ('active', 'disabled', 'deleted'));
create domain order_status as text constraint order_status_values check (value in (
  'created', 'ready', 'on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery', 'delivery_failed',
  'delivered', 'returned',
  'canceled'));
create domain delivery_state as text constraint delivery_state_values
  check (value in ('waiting', 'in_flight', 'delivered', 'exhausted', 'skipped'));
create domain run_status as text constraint run_status_values check (value in ('running', 'completed'));

-- Owners and their permissions --------------------------------------------------------------------------------------

create table directory_state (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  version bigint not null default 0
);
comment on table directory_state is
  'One row. Every write to the directory takes the next version under this row''s lock, and keeps it until COMMIT, so
versions commit in order. A new epoch tells intake-api to load the whole directory again.';
insert into directory_state default values;

create table owners (
  id text primary key,
  kind text not null check (kind in ('merchant', 'courier_system', 'platform')),
  mode mode not null,
  name text not null,
  status owner_status not null default 'active',
  disabled_by text check (disabled_by in ('operator', 'platform')),
  -- Calls; of a merchant those that create no order. Null: the default of the service. Both owners of a platform
  -- have the same limit.
  per_minute int check (per_minute > 0),
  -- Version in the directory, the same for both owners of a platform. Null until a platform gets its first token; of a
  -- merchant only within the transaction that makes it, which takes the version last.
  version bigint,
  -- Until when recent tests of endpoints have used up the owner's rate of tests.
  tests_until timestamptz,
  -- Recipients of mails about endpoint incidents: [{"email", "language", "confirmed_at"}]. `confirmed_at` is null until
  -- the address has agreed.
  contacts jsonb not null default '[]',
  created_at timestamptz not null default now(),
  constraint owners_kind_key unique (id, kind),
  constraint owners_disabled_by_someone check ((status = 'disabled') = (disabled_by is not null))
);
comment on table owners is
  'Owners of tokens and of webhook endpoints: merchants, couriers'' systems, and platforms, which are one owner in
each mode. A row stays.';
create unique index owners_by_version on owners (kind, version, mode);

create table platforms (
  id uuid primary key,
  -- Name and status are here once; the statement that changes them copies them to both owners.
  name text not null unique,
  status owner_status not null default 'active'
);
comment on table platforms is
  'Companies that integrate many merchants. The operator API adds one with its first merchant, or by itself; it stays.';

create table platform_owners (
  owner_id text primary key references owners,
  platform_id uuid not null references platforms,
  mode mode not null,
  unique (platform_id, mode)
);
comment on table platform_owners is
  'The owner that a platform is in each mode.';

create table platform_keys (
  owner_id text primary key references platform_owners deferrable initially deferred,
  key_hash text not null unique,
  sealed_key text not null,
  created_at timestamptz not null default now(),
  previous_hash text,
  previous_until timestamptz,
  constraint platform_keys_previous check ((previous_hash is null) = (previous_until is null))
);
comment on table platform_keys is
  'What all merchants of a platform, of one mode, send beside their own tokens. It is made with the first of them. As
it is given out again with each, it rests sealed and not only hashed. While it is rotated the one before it opens as
much.';

create table merchants (
  id text primary key references owners,
  -- Its platform, in its mode. Checked at COMMIT: a merchant that is made locks the row after the directory's, as
  -- changes of the platform do.
  platform_owner_id text not null references platform_owners deferrable initially deferred,
  -- The merchant's id in the platform's own system.
  reference text,
  create_per_minute int check (create_per_minute > 0),
  -- Whether an order without a tracking URL gets the address of a page of ours once a courier is on the way.
  tracking_page boolean not null default false,
  -- In which people there read times: a name of the IANA database. Null: the one of each reader's browser, and UTC in
  -- mails.
  time_zone text,
  constraint merchants_reference_key unique (platform_owner_id, reference)
);
comment on table merchants is
  'Columns that only merchants have.';

create table tokens (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null,
  kind text not null,
  scopes text[] not null default '{full}',
  token_hash text not null unique,
  -- The last characters of the token, by which people tell it from another.
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Accurate to one minute. Null: never used, or a merchant's.
  last_used_at timestamptz,
  constraint tokens_owner foreign key (owner_id, kind) references owners (id, kind),
  -- A merchant's token with `read` may call what a session of the portal with `read` may.
  constraint tokens_scopes check (
    case kind when 'platform' then not scopes && '{full,read}'
      when 'merchant' then scopes in ('{full}', '{read}') else scopes = '{full}' end)
);
comment on table tokens is
  'Credentials of owners, at most two active ones each. A revoked token stays.';
create index tokens_active on tokens (owner_id) where revoked_at is null;

create table oauth_clients (
  id text primary key,
  merchant_id text not null references merchants,
  name text not null,
  secret_hash text not null,
  sealed_secret text not null,
  created_at timestamptz not null default now()
);
comment on table oauth_clients is
  'Tills'' systems that call for a merchant with tokens of OAuth 2.0, at most five. The secret is hashed for the login
and sealed for signing. A deleted one is gone: its tokens are of no client.';
create index oauth_clients_by_merchant on oauth_clients (merchant_id);

create table stores (
  merchant_id text not null references merchants,
  ref text not null,
  name text not null,
  phone text not null,
  address json not null,
  is_default boolean not null,
  primary key (merchant_id, ref)
);
comment on table stores is
  'Where couriers fetch orders, written by the merchant. An order names one by its ref, and it is looked up when it is
needed: a store may come later than its orders, and a changed address holds for orders under way.';
create unique index stores_default on stores (merchant_id) where is_default;

create table courier_systems (
  id text primary key references owners,
  -- Every merchant of its mode; else those of courier_system_merchants.
  serves_all boolean not null,
  -- It says that it takes no deliveries now. It is offered them all the same.
  paused boolean not null default false,
  -- Circles around the doors that it delivers to, 20 at most; null: everywhere.
  areas json,
  -- Since it paused or was disabled, its open orders behind this id wait for a look whether another system is left;
  -- null: none waits.
  unserved_after text
);
comment on table courier_systems is
  'Couriers'' systems: companies that deliver, which call /courier/v1. Written by the operator API.';

create table courier_system_merchants (
  courier_system_id text not null references courier_systems,
  merchant_id text not null references merchants,
  primary key (courier_system_id, merchant_id)
);

create table operator_sessions (
  id uuid primary key default gen_random_uuid(),
  hash text not null unique,
  -- Hash of the token that began the session; null: a person signed in at the identity provider.
  scope text check (scope in ('all', 'read')),
  -- The person's id at the provider, its name, and its roles at the sign-in.
  subject text,
  person text,
  roles text[],
  proof text not null,
  address text not null,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  constraint operator_sessions_holder check (
    num_nulls(subject, person, roles) = case when scope is null then 0 else 3 end
  )
);
comment on table operator_sessions is
  'Sessions of the console. Only the hash of the id in the cookie is stored; `proof` is made of that id and the
operator''s token, so that a session ends when its token is changed. A session that is ended is deleted, and one whose
time is over by the next sign-in.';

create table people (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null references owners,
  -- In lower case.
  email text not null,
  role text not null check (role in ('full', 'read')),
  -- The masked address of a person, or the name of an operator. Null: a session that began with a link.
  invited_by text,
  invited_at timestamptz not null,
  last_signed_in_at timestamptz,
  constraint people_email_key unique (owner_id, email)
);
comment on table people is
  'People of merchants and platforms, at most 50 each, who sign in to the portal with links that are sent by mail.
Removing a person deletes the row, and with it the person''s links and sessions. Changes lock the row of the owner
first, and so does a sign-in.';
create index people_by_email on people (email);

create table person_links (
  hash text primary key,
  person_id uuid not null references people on delete cascade,
  expires_at timestamptz not null
);
comment on table person_links is
  'Sign-in links in mails that were not used yet: using one deletes its row, which has only the hash of the secret in
the link.';
create index person_links_by_person on person_links (person_id);
create index person_links_by_time on person_links (expires_at);

create table sign_in_requests (
  id bigint generated always as identity primary key,
  -- In lower case.
  email text not null,
  language text not null,
  -- The page that the link leads to; null: the first one.
  place text
);
comment on table sign_in_requests is
  'Requests for sign-in links, which a sweep takes. A request writes the same row for every address, so that neither
its answer nor the time that it takes shows whose address it is.';

create table portal_sessions (
  id uuid primary key default gen_random_uuid(),
  hash text not null unique,
  merchant_id text not null references merchants,
  scope text not null check (scope in ('full', 'read')),
  key_hash text,
  token_hash text,
  -- Whose other merchants, of the mode, it may go on to; null: it is for its merchant alone.
  platform_id uuid references platforms,
  -- The person whose session it is; null: it began with a token, or a link that was not mailed.
  person_id uuid references people on delete cascade,
  address text,
  began_at timestamptz not null,
  expires_at timestamptz not null,
  constraint portal_sessions_credentials check ((key_hash is null) = (token_hash is null))
);
comment on table portal_sessions is
  'Sessions of the portal, kept in the same way. They open what the token opens, for as long as the directory has it;
those without a token were begun with a link. Disabling the merchant deletes all of its sessions. A session of a
person lasts 30 days, any other 12 hours.';
create index portal_sessions_by_merchant on portal_sessions (merchant_id, expires_at);
create index portal_sessions_by_time on portal_sessions (expires_at);
create index portal_sessions_by_platform on portal_sessions (platform_id) where platform_id is not null;
create index portal_sessions_by_person on portal_sessions (person_id) where person_id is not null;

create table portal_links (
  hash text primary key,
  merchant_id text not null references merchants,
  scope text not null check (scope in ('full', 'read')),
  -- Like the session's.
  platform_id uuid references platforms,
  expires_at timestamptz not null
);
comment on table portal_links is
  'Portal links that were not used yet: using one deletes its row. Only the hash of the link''s secret is stored.';
create index portal_links_by_merchant on portal_links (merchant_id, expires_at);
create index portal_links_by_time on portal_links (expires_at);
create index portal_links_by_platform on portal_links (platform_id) where platform_id is not null;

create table service_secrets (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
comment on table service_secrets is
  'Secrets that the service makes for itself, sealed. ''content_hash'': the key of orders.content_hash, which must
outlive every change of SECRETS_KEY, because the hashes outlive the content that they could be made from again.';

-- Orders --------------------------------------------------------------------------------------------------------------

create table orders (
  id text primary key,
  merchant_id text not null,
  external_id text not null,
  display_id text not null,
  -- The store that it names, which never changes. Null: the merchant's default store, if there is one.
  store_ref text,
  -- The merchant's, which never changes.
  mode mode not null default 'live',
  -- Customers' data: null once erased. content_hash, of the content as it was created, outlives it, so that one
  -- external_id stays one order.
  content json,
  -- Each change makes it one more.
  content_version int not null default 1,
  external_data json not null,
  content_hash bytea not null,
  created_at timestamptz not null,
  -- By when it should come to each step, counted back from its delivery_time when that came; null: it has none.
  ready_by timestamptz,
  picked_up_by timestamptz,
  delivered_by timestamptz,
  -- 8 bytes of keyed hashes of the customer's number: of its last eight digits; and of the last four, with the
  -- merchant's id. Null once erased.
  phone_hash bytea,
  last_four_hash bytea,
  -- The partition of its commands, attempts and settled deliveries. 'epoch': the one of no day.
  partition_day date not null default 'epoch',
  last_sequence int not null default 0,
  -- Events without a status change: they have a maximum of their own.
  repeated_events int not null default 0,
  -- The sequence of the last delivery to each endpoint, by endpoint id.
  lane_ends json not null default '{}',
  -- Its events are in the days from partition_day to this one, and in no day.
  last_event_day date not null default 'epoch',
  updated_at timestamptz not null,
  -- For lists of changed orders: an index on updated_at itself would make every change of an order write all indexes
  -- (ADR 33).
  updated_hour timestamptz not null generated always as (date_bin('1 hour', updated_at, '2000-01-01T00:00:00Z')) stored,
  -- When the last report of each kind and source that took effect was seen: milliseconds by '<type>/<source>'.
  report_times json,
  final_at timestamptz,
  -- When customers' data was erased. Null again once an event adds something personal, which is to be erased in its
  -- turn. `content` stays null.
  erased_at timestamptz,
  -- Open to the first courier's system that accepts. For their list of such orders: an index on the status itself would
  -- make each step of an order write all indexes.
  is_open boolean not null generated always as (status = 'ready' and courier_system_id is null) stored,
  status order_status not null,
  reason json,
  tracking_url text,
  -- When it first became `ready`; when the courier's system that has it accepted it, and when the courier came to the
  -- store; when it first became `on_route_to_delivery`.
  ready_at timestamptz,
  accepted_at timestamptz,
  arrived_at timestamptz,
  picked_up_at timestamptz,
  -- Which courier's system has accepted it, by which accept, the courier whom it has named, and when that one is
  -- expected.
  courier_system_id text,
  claim_id text,
  courier json,
  -- Couriers' systems that have declined it since it was last offered; null: none has.
  declined_by json,
  -- An event names a courier, also one who is not the order's any more.
  has_named_couriers boolean not null default false,
  -- With the values and time of the last event about it.
  eta json,
  -- When `courier_not_found` was emitted.
  no_courier_since timestamptz,
  -- The customer's code for the courier, sealed, and its state.
  handover json,
  -- A link to what proves that it was handed over, and until when it is shown.
  proof json,
  -- Problems of its couriers with the merchant's answers, 20 at most; null: there are none.
  problems json
) with (fillfactor = 80);
comment on table orders is
  'One row per order, written by the messages of its merchant and its couriers. Retention deletes it and leaves a row in
order_fingerprints. The columns that change come last: an update writes to the WAL all bytes between the first and the
last one that it changes.';
create index orders_by_merchant on orders (merchant_id, created_at desc, id desc);
-- No status in an index: status changes stay HOT updates. Orders under way are few, finished ones are many.
create index orders_under_way on orders (merchant_id, created_at desc, id desc) where final_at is null;
create index orders_by_number on orders (display_id, created_at desc, merchant_id);
create index orders_by_phone on orders (phone_hash, created_at desc) where phone_hash is not null;
create index orders_by_last_four on orders (last_four_hash, created_at desc) where last_four_hash is not null;
-- Late orders are among those whose first time has passed. Orders without a delivery_time are not in it.
create index orders_due on orders (merchant_id, ready_by) where final_at is null and ready_by is not null;
create index orders_by_update on orders (merchant_id, updated_hour);
-- Those that are open to couriers' systems. Beside the end, becoming open and being so no more are what writes all
-- indexes of an order.
create index orders_open on orders (merchant_id, created_at, id) where is_open;
-- Those that a courier's system has.
create index orders_without_courier on orders (mode, merchant_id) where is_open and no_courier_since is not null;
create index orders_of_couriers on orders (courier_system_id, id)
  where final_at is null and courier_system_id is not null;
-- Their couriers' names are erased a day after the end.
create index orders_with_courier on orders (final_at) where has_named_couriers;
-- For retention. The columns of both do not change while an order is under way.
create index orders_by_day on orders (partition_day, created_at);
create index orders_to_erase on orders (coalesce(final_at, created_at)) where erased_at is null;

create table order_fingerprints (
  -- Since when the order is gone.
  purged_on date not null,
  -- 12 bytes, of which `orders.id` is the hexadecimal text.
  id bytea primary key,
  -- The first 14 bytes of `orders.content_hash`: with more a row would take 8 bytes more.
  content_hash bytea not null
) partition by hash (id);
comment on table order_fingerprints is
  'The remains of an order that retention purged: enough to know its external_id again. Retention forgets it after
IDEMPOTENCY_DAYS.';
create index order_fingerprints_to_forget on order_fingerprints (purged_on);

do $$
begin
  for remainder in 0..15 loop
    execute format(
      'create table order_fingerprints_%s partition of order_fingerprints for values with (modulus 16, remainder %s)',
      remainder, remainder);
  end loop;
end $$;

create table parked_commands (
  id text primary key,
  -- Arrival order, in which the messages of an order are applied.
  position bigint not null generated always as identity unique,
  order_id text not null,
  message json not null,
  -- It waits for a row that another session held, was set aside as slow, or came behind such a one: it never expires.
  waits_for_lock boolean not null default false,
  -- It was set aside: its statements fail or take too long. When it is tried again, how often it was tried, and why.
  next_try_at timestamptz,
  tries int not null default 0,
  slow_reason text,
  parked_at timestamptz not null,
  -- W3C trace context of the message.
  traceparent text,
  -- The merchant whose share of the parked commands it takes; null: a courier's report, which counts for its order.
  merchant_id text generated always as (message->>'merchant_id') stored
);
comment on table parked_commands is
  'A message that cannot be decided yet: its order has not arrived, or another session holds the order''s row. The
create of the order takes it, a sweep applies it, or it expires. Its id is ''<order id>/<message id>''.';
create index parked_commands_by_order on parked_commands (order_id);
create index parked_commands_for_lock on parked_commands (order_id) where waits_for_lock;
create index parked_commands_set_aside on parked_commands (order_id) where next_try_at is not null;
create index parked_commands_by_age on parked_commands (parked_at);
create index parked_commands_by_merchant on parked_commands (merchant_id) where merchant_id is not null;

create table parked_attempts (
  position bigint generated always as identity primary key,
  attempt json not null,
  parked_at timestamptz not null,
  -- Like parked_commands.
  next_try_at timestamptz,
  tries int not null default 0,
  slow_reason text
);
comment on table parked_attempts is
  'Reports of attempts that need a row which another session held, or were set aside as slow. A sweep settles them and
deletes the row.';
create index parked_attempts_set_aside on parked_attempts (next_try_at) where next_try_at is not null;

create table sandbox_orders (
  order_id text primary key,
  scenario text not null,
  speed real not null,
  seed text not null,
  -- Ignored fields of its create, for its merchant.
  ignored json not null,
  -- When it last became `ready`; null: it never did.
  ready_at timestamptz,
  -- How often it did.
  ready_count int not null,
  -- Since when its merchant moves it by hand: simulated couriers leave it alone.
  manual_since timestamptz
);
comment on table sandbox_orders is
  'The simulation that an order of a sandbox merchant goes through, written with the order and deleted with it.';

create table order_timers (
  order_id text not null,
  merchant_id text not null,
  step text not null
    check (step in ('prepare', 'ready_by', 'picked_up_by', 'delivered_by', 'courier', 'eta', 'erased', 'problem')),
  subject text not null
    generated always as (case when step in ('courier', 'eta', 'erased', 'problem') then step else 'due' end) stored,
  at timestamptz not null,
  -- A process looks at it until then; after that another one does.
  taken_until timestamptz,
  primary key (order_id, subject)
) with (fillfactor = 70);
comment on table order_timers is
  'When an order is to be looked at next. One that has a delivery_time: a row from its create until the last of its
times has passed. One that couriers'' systems serve: until which one should have accepted it, and when its time of
arrival may cause another event. One whose customer was erased: until the event is emitted. One with a problem of its
courier: until that should have an answer. Apart from the order, whose updates stay HOT. A look finds out whether the
step was made.';
-- Merchant first: they take turns.
create index order_timers_by_merchant on order_timers (merchant_id, at);

create unlogged table courier_positions (
  order_id text primary key,
  latitude real not null,
  longitude real not null,
  at timestamptz not null
) with (fillfactor = 50);
comment on table courier_positions is
  'Where couriers are: one row for an order on its way to the customer, overwritten, deleted with the order''s end.
Unlogged: after a crash of the database it is empty, until the next positions come; a standby has none.';

-- Endpoints -----------------------------------------------------------------------------------------------------------

create table endpoints (
  id uuid primary key,
  owner_id text not null references owners,
  -- The owner's, which never changes.
  mode mode not null default 'live',
  -- A pull endpoint has no URL: its deliveries wait until they are fetched (ADR 3).
  type text not null default 'push' check (type in ('push', 'pull')),
  -- The owner's own, which never changes. Null: it was made under none.
  reference text,
  -- The owner's, for people.
  name text,
  url text,
  -- null: every event
  events text[],
  status endpoint_status not null default 'active',
  disabled_reason text,
  disabled_at timestamptz,
  -- Raised by a change of the URL or the OAuth client, and when it is enabled: a result counts for the revision that it
  -- went to.
  revision int not null default 1,
  -- When it was enabled last. Null: it was never disabled.
  enabled_at timestamptz,
  -- [{"sealed": text, "expires_at": text|null}], newest first
  secrets jsonb not null,
  -- A header of the merchant's choice, sent with its webhooks: {"name", "sealed"}. The value is sealed for the
  -- endpoint, the name and the URL's origin. Null: none.
  header jsonb,
  -- Set if its webhooks have the format of Open Delivery: {"client_id", "sealed"}, the secret of that OAuth client,
  -- sealed for the endpoint. Null: of another format.
  open_delivery jsonb,
  -- Maximum of webhooks a second; null: limited only by its window.
  max_per_second int check (max_per_second between 1 and 1000),
  -- Seconds after which a run of attempts ends; null: with the last attempt of the schedule.
  give_up_after int check (give_up_after between 900 and 57600),
  -- Only changes to these statuses; only orders of these stores. Null: of all, as for platforms and couriers' systems.
  statuses text[],
  store_refs text[] check (cardinality(store_refs) between 1 and 50),
  -- How long it has been disabled in all, without the time since `disabled_at`: its own clock stands still meanwhile.
  held_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Set once none of a deleted endpoint's deliveries waits.
  drained boolean not null default false,
  -- The result of the newest test webhook, as it is shown.
  last_test jsonb,
  -- When the test under way has ended at the latest: no second one before, nor before its result is here.
  test_until timestamptz,
  -- The fault of a sandbox merchant that was asked for and has not been reported as done, and the result of the last
  -- one.
  fault jsonb,
  last_fault jsonb,
  constraint endpoints_open_delivery_of_push check (type = 'push' or open_delivery is null),
  constraint endpoints_url_of_push check ((type = 'push') = (url is not null))
);
comment on table endpoints is
  'Where the webhooks of its owner go, written by the owner''s management calls. A deleted endpoint stays until
retention has purged the last of its deliveries.';
create index endpoints_by_owner on endpoints (owner_id) where status <> 'deleted';
create unique index endpoints_unique_url on endpoints (owner_id, url) where status <> 'deleted';
create unique index endpoints_unique_reference on endpoints (owner_id, reference)
  where status <> 'deleted' and reference is not null;
create index endpoints_draining on endpoints (id) where status = 'deleted' and not drained;
create index endpoints_drained on endpoints (deleted_at) where status = 'deleted' and drained;

create table endpoint_windows (
  endpoint_id uuid primary key references endpoints,
  -- The endpoint's, copied by a trigger: the columns that decide about releases and results are in the row that is
  -- locked for them.
  status endpoint_status not null default 'active',
  revision int not null default 1,
  -- 0: a pull endpoint, to which nothing is released.
  size int not null default 16 check (size between 0 and 256),
  in_flight int not null default 0 check (in_flight >= 0),
  -- Something was released to it at some time.
  tried boolean not null default false,
  -- Not null: the breaker is open, and one probe may go out at this time.
  probe_at timestamptz,
  failing_since timestamptz,
  -- When the first delivery can be released without another event happening before; null: an event will tell.
  wake_at timestamptz,
  -- Each release uses up 1 / max_per_second of a second: up to this time the released deliveries have used it up.
  paced_to timestamptz,
  -- When a pull endpoint was last asked for messages: written with what is taken, else once a minute.
  last_fetched_at timestamptz,
  -- Catch-up time: deliveries whose last attempt failed before it become due then, whatever their backoff (ADR 21).
  catch_up_at timestamptz,
  -- For a platform's endpoint the merchant that had the last turn, see `deliveries_in_turn`. Null: an endpoint without
  -- turns.
  last_turn text
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table endpoint_windows is
  'How much may be in flight to an endpoint, and when the relay should look at it again. It comes and goes with the
endpoint. Every release and every result of an attempt writes it, hence apart and with free space for HOT updates.';
create index endpoint_windows_wake on endpoint_windows (wake_at) where wake_at is not null;

create table window_wakes (
  endpoint_id uuid primary key,
  at timestamptz not null
);
comment on table window_wakes is
  'Endpoints for which something became due while their window was locked: the relay looks at them when it can.';

create table endpoint_history (
  at timestamptz not null,
  endpoint_id uuid not null,
  answered_2xx int not null default 0,
  answered_3xx int not null default 0,
  answered_4xx int not null default 0,
  answered_5xx int not null default 0,
  unanswered int not null default 0,
  -- Answered ones by how long the answer took, as history.waits: one count for each class up to the longest that came.
  answer_times int[] not null default '{}',
  -- The newest attempt of the minute that failed.
  error_at timestamptz,
  error_delivery_id uuid,
  error_status_code int,
  error_code text,
  window_size int,
  in_flight int,
  probing boolean,
  waiting int,
  held int,
  primary key (at, endpoint_id)
) with (fillfactor = 80);
comment on table endpoint_history is
  'Each endpoint''s answers and backlog, in steps of a minute, for a day (ADR 37). Only endpoints with attempts or a
backlog in a minute have a row. The row of no endpoint (the nil UUID) says that some process looks at the windows of
that minute. Minute first: rows come and go at the two ends of the one index.';

create table endpoint_incidents (
  endpoint_id uuid not null,
  owner_id text not null,
  kind text not null check (kind in ('failing', 'not_fetching', 'disabled')),
  since timestamptz not null,
  notified_at timestamptz not null,
  -- Null: the end is still to be notified.
  ended_at timestamptz,
  primary key (endpoint_id, kind, since)
);
comment on table endpoint_incidents is
  'Periods in which an endpoint fails, is not fetched from, or is disabled. Recipients are notified of the begin and
of the end: the owner''s contacts by mail, and endpoints that ask for it by an operational event.';
create index endpoint_incidents_open on endpoint_incidents (endpoint_id) where ended_at is null;
create index endpoint_incidents_by_age on endpoint_incidents (notified_at);
create index endpoint_incidents_by_owner on endpoint_incidents (owner_id, since desc);

create table operational_lanes (
  -- Where others have an order's id; made from the endpoint's, or the merchant's.
  id text primary key,
  owner_id text not null,
  -- Null: it is about the merchant itself, and stays.
  endpoint_id uuid unique,
  last_sequence int not null,
  -- When the last digest was emitted.
  digest_at timestamptz
);
comment on table operational_lanes is
  'What operational events are about, in the place of an order (ADR 3): its row is the head of their lanes. All of
their history is in no day. It goes with the endpoint.';
create unique index operational_lanes_of_merchants on operational_lanes (owner_id) where endpoint_id is null;

create table pending_digests (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null,
  at timestamptz not null,
  count int not null,
  -- The first ones.
  delivery_ids uuid[] not null,
  error_code text
);
create index pending_digests_by_endpoint on pending_digests (endpoint_id, id);
comment on table pending_digests is
  'Deliveries that were given up and are in no digest yet: a row for each endpoint and batch.';

create table refused_calls (
  owner_id text not null,
  limit_name text not null,
  count int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (owner_id, limit_name)
);
comment on table refused_calls is
  'Calls that were refused with 429 and are in no digest yet, of merchants whose endpoints, or whose platform''s, ask
for it.';

create table merchant_usage (
  owner_id text not null,
  -- Its first day.
  month date not null,
  orders_created int not null,
  orders_delivered int not null,
  orders_canceled int not null,
  orders_returned int not null,
  webhook_attempts int not null,
  webhooks_delivered int not null,
  webhooks_exhausted int not null,
  primary key (owner_id, month)
) with (fillfactor = 50);
comment on table merchant_usage is
  'What each merchant''s orders and webhooks came to in a month of UTC; also of couriers'' systems, which have
webhooks alone. Each process adds what it has counted every ten seconds. A row stays.';
create index merchant_usage_by_month on merchant_usage (month, owner_id);

create table order_times (
  merchant_id text not null,
  -- On which its orders ended, in the merchant's time zone of then.
  day date not null,
  -- A store that the merchant had when the order ended. Empty: no store, or one that it had not.
  store_ref text not null,
  -- That had the order when it ended. Empty: none.
  courier_system_id text not null,
  orders int not null,
  -- For each part of the way: in how many of the orders it was known, and their sum.
  kitchen_orders int not null,
  kitchen_seconds bigint not null,
  finding_courier_orders int not null,
  finding_courier_seconds bigint not null,
  courier_to_store_orders int not null,
  courier_to_store_seconds bigint not null,
  courier_waiting_orders int not null,
  courier_waiting_seconds bigint not null,
  road_orders int not null,
  road_seconds bigint not null,
  primary key (merchant_id, day, store_ref, courier_system_id)
) with (fillfactor = 50);
comment on table order_times is
  'How long the orders that ended on a day took from step to step. Each process adds what it has counted every ten
seconds. A merchant has at most 1,000 stores, so it has at most 1,001 rows a day for each courier''s system. Retention
deletes rows after ACTIVITY_DAYS.';
create index order_times_by_day on order_times (day);

-- Tables with a partition per day ------------------------------------------------------------------------------------

-- Four tables are partitioned by day, so that retention drops a day instead of deleting rows (ADR 33). Commands,
-- attempts and settled deliveries are in the day of their order; an event is in the day on which it was written,
-- because a feed reads events in the order of their positions. Each has one partition of no day, 'epoch', for rows that
-- outlive their day. The parents have no index and no key: each partition has its own, see create_day_partitions.

create table partition_days (
  day date primary key check (day > 'epoch')
);
comment on table partition_days is
  'The days that have partitions. A sweep makes them ahead, and retention drops them.';

create table all_commands (
  id text not null,
  order_id text not null,
  type text not null,
  outcome text not null constraint commands_outcome check (outcome in ('applied', 'unchanged', 'refused')),
  code text,
  detail text,
  -- The order's last sequence when this was decided: its place among the events.
  after_sequence int not null,
  payload json,
  occurred_at timestamptz not null,
  decided_at timestamptz not null,
  -- Where a refused create differs from its order, or what is too late to change: a list of JSON pointers, never a
  -- value.
  differing json,
  partition_day date not null default 'epoch'
) partition by range (partition_day);
comment on table all_commands is
  'One row per message that was decided; a redelivery finds its outcome here. A message''s id tells it from the others
of its order alone.';
create table commands partition of all_commands (
  primary key (order_id, id)
) for values from ('epoch') to ('1970-01-02');
-- For retention: commands that were refused while they waited for an order, which may never have come.
create index commands_refused_waiting on commands (decided_at) where code in ('parked_expired', 'parked_full');

create table all_events (
  -- For an operational event the id of its row in operational_lanes, as in all_webhook_deliveries.
  order_id text not null,
  sequence int not null,
  event text not null,
  -- The exact bytes that are signed and sent.
  body text not null,
  -- W3C trace context of the message that caused it.
  traceparent text,
  created_at timestamptz not null,
  merchant_id text not null,
  -- Its place in the merchant's feed (ADR 33).
  position bigint not null,
  -- The couriers' systems that it is for: no merchant sees it then. Null: it is for its merchant and the merchant's
  -- endpoints.
  audience text[],
  -- The platform of its merchant, as the owner of endpoints, in whose feed it is. Null: it had no calls of its own
  -- then.
  platform text,
  -- When customers' data, or a courier's name, was erased from the body: requests of before had another one.
  erased_at timestamptz,
  event_day date not null default 'epoch'
) partition by range (event_day);
comment on table all_events is
  'One row per event of an order, and per operational event: the data of its webhooks and of the feed.';
create table events partition of all_events (
  primary key (order_id, sequence)
) for values from ('epoch') to ('1970-01-02');
create index events_feed on events (merchant_id, position);
create index events_for_couriers on events (position) where audience is not null;
create index events_for_platforms on events (platform, position) where platform is not null;

create table feed_state (
  only_row boolean primary key default true check (only_row),
  -- The offset to which transaction ids are added, raised when the database was restored.
  position_offset bigint not null default 0,
  -- Up to which retention has taken events.
  purged_position bigint not null default 0,
  -- Events at this position and above that are written until the end of `recent_until` are all in the view
  -- recent_events.
  recent_position bigint not null default 0,
  recent_until date not null default 'epoch'
);
comment on table feed_state is
  'One row. Positions of the feed are computed from it.';
insert into feed_state default values;

create table all_webhook_deliveries (
  -- UUIDv7: its order is the order of creation
  id uuid not null,
  order_id text not null,
  endpoint_id uuid not null,
  -- The owner of the endpoint.
  owner_id text not null,
  -- To a platform's endpoint: the order's merchant. Null: to another.
  order_merchant_id text,
  sequence int not null,
  previous_sequence int not null,
  event text not null,
  webhook_id text not null,
  state delivery_state not null,
  -- The predecessor for the same order and endpoint is settled.
  gate_open boolean not null,
  not_before timestamptz not null,
  generation int not null default 0,
  attempt_count int not null default 0,
  -- attempt_count when the current run of the retry schedule began
  schedule_base int not null default 0,
  -- When the first attempt began, by the endpoint's own clock: less its `held_ms` of then. Null until that one has
  -- failed.
  tried_since timestamptz,
  -- For a replay, attempt_count when it was queued. The maximum of attempts counts per delivery.
  attempts_before int not null default 0,
  released_at timestamptz,
  -- The broker has confirmed the current release.
  published boolean not null default false,
  -- When a release without a confirm was last taken to be published again.
  claimed_at timestamptz,
  last_error_code text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- A replay is a row of its own beside the delivery that it repeats.
  replay_id uuid,
  origin_id uuid,
  mode mode not null default 'live',
  -- Until when no other caller gets a delivery that was taken. Not null in `in_flight` of pull endpoints alone.
  visible_until timestamptz,
  partition_day date not null default 'epoch'
) partition by range (partition_day);
comment on table all_webhook_deliveries is
  'One row per event and endpoint, and per replay of one. Waiting and in-flight rows are in the partition
`webhook_deliveries`, which stays small; a delivery that is settled moves to the day of its order.';
create table webhook_deliveries partition of all_webhook_deliveries (
  primary key (id)
) for values from ('epoch') to ('1970-01-02')
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
create unique index webhook_deliveries_lane on webhook_deliveries (order_id, endpoint_id, replay_id, sequence)
  nulls not distinct;
create index webhook_deliveries_by_owner on webhook_deliveries (owner_id, id desc);
create index webhook_deliveries_by_origin on webhook_deliveries (origin_id) where origin_id is not null;
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, not_before, id)
  where state = 'waiting' and gate_open;
-- Waiting deliveries of replays go after live ones, so that they are looked for apart.
create index webhook_deliveries_due_replays on webhook_deliveries (endpoint_id, not_before, id)
  where state = 'waiting' and gate_open and replay_id is not null;
-- Deliveries whose last attempt failed, for a catch-up.
create index webhook_deliveries_tried on webhook_deliveries (endpoint_id, released_at, id)
  where state = 'waiting' and gate_open and attempt_count > schedule_base;
-- The turns of a platform's merchants, see `deliveries_in_turn`.
create index webhook_deliveries_due_in_turn on webhook_deliveries (endpoint_id, order_merchant_id, not_before, id)
  where state = 'waiting' and gate_open and replay_id is null and order_merchant_id is not null;
-- With the id, so that the sweep for stuck deliveries can walk it step by step.
create index webhook_deliveries_gated on webhook_deliveries (endpoint_id, id) where state = 'waiting' and not gate_open;
create index webhook_deliveries_in_flight on webhook_deliveries (released_at) where state = 'in_flight';
create index webhook_deliveries_taken on webhook_deliveries (visible_until)
  where state = 'in_flight' and visible_until is not null;
create index webhook_deliveries_replaying on webhook_deliveries (replay_id)
  where replay_id is not null and state in ('waiting', 'in_flight');
-- A list of settled deliveries looks in here too, for the few that are: without this it would read all that waits.
create index webhook_deliveries_settled on webhook_deliveries (owner_id, state, id desc)
  where state in ('delivered', 'exhausted', 'skipped');

create table all_attempts (
  delivery_id uuid not null,
  generation int not null,
  attempt int not null,
  at timestamptz not null,
  duration_ms real not null,
  status_code int,
  error_code text,
  error_detail text,
  response_excerpt text,
  partition_day date not null default 'epoch'
) partition by range (partition_day);
comment on table all_attempts is
  'One row per attempt that was reported.';
create table delivery_attempts partition of all_attempts (
  primary key (delivery_id, generation)
) for values from ('epoch') to ('1970-01-02');

create table ledger_counts (
  slot int not null,
  name text not null,
  n bigint not null,
  primary key (slot, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table ledger_counts is
  'Counts that the audit compares. Rows are spread over slots so that concurrent transactions do not queue for one row.
''matched'' and ''purged'' are counted by the code that creates and purges, settled states by triggers, which see every
change of the table. Deliveries that wait or are in flight are counted in the table itself. Deliveries of sandbox
merchants are counted under names of their own.';

-- Operations ----------------------------------------------------------------------------------------------------------

create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- '<subject>.<what was done>'
  action text not null,
  actor_type text not null check (
    actor_type in ('person', 'token', 'platform', 'merchant', 'courier_system', 'system')
  ),
  -- As a token's holder gave it; null: none was given, or it is the merchant, its platform or the courier's system.
  actor_name text,
  subject_type text not null,
  subject_id text not null,
  owner_id text,
  reason text,
  -- Which settings were changed, which messages, the mode of a key, or the end of a token.
  detail text,
  -- Settings before and after, without secrets.
  changes jsonb,
  address text,
  -- The credential of the actor: its kind, and an id or the end of a token.
  credential jsonb,
  -- The line is in a service's log, too.
  is_logged boolean not null default false
);
comment on table activity is
  'Changes by operators, merchants and the system itself, written in the transaction of the change and without
customers'' data. Orders have a history of their own, `all_commands`. Retention deletes lines after ACTIVITY_DAYS.';
create index activity_by_subject on activity (subject_id, id);
create index activity_by_owner on activity (owner_id, id);
create index activity_by_action on activity (action, id);
create index activity_by_time on activity (at);
create index activity_to_log on activity (id) where not is_logged;

create table replays (
  id uuid primary key,
  owner_id text not null references owners,
  -- The replay of one delivery; null: of a range.
  delivery_id uuid,
  since timestamptz,
  until timestamptz,
  states text[],
  -- Only those to this endpoint; null: to any. Only these events; null: all.
  endpoint_id uuid,
  events text[],
  -- The operator that asked for it, and why; null: the merchant itself.
  requested_by text,
  status run_status not null default 'running',
  -- For a range: the last delivery whose replay is queued, whether all are, and how many there are, which the feeder
  -- counts.
  cursor_id uuid,
  fed boolean not null default false,
  total int,
  queued int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz
);
comment on table replays is
  'Webhooks that their owner or an operator has sent again: of one delivery, or of a range. A row stays.';
create index replays_running on replays (id) where status = 'running';
create index replays_by_owner on replays (owner_id, id desc);
create index replays_of_ranges on replays (owner_id, id) where status = 'running' and delivery_id is null;
create index replays_of_deliveries on replays (owner_id) where status = 'running' and delivery_id is not null;

create table mails (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'failing', 'recovered', 'not_fetching', 'fetching', 'disabled', 'confirm', 'problem', 'invite', 'sign_in')),
  -- Mails of one purpose, owner and address go out together.
  purpose text not null generated always as (
    case when kind in ('confirm', 'invite', 'sign_in') then kind else 'news' end
  ) stored,
  endpoint_id uuid,
  -- Only `problem` has one.
  order_id text,
  -- A `sign_in` has one of the owners whose person the address is.
  owner_id text not null,
  -- Only `sign_in` has one: the page that its links lead to.
  place text,
  -- Since when the endpoint is, or was, as the mail says; or since when the problem waits for an answer.
  incident_since timestamptz,
  email text not null,
  language text not null,
  -- Time of the first try of a `confirm` mail. An address gets one a day, over all owners.
  created_at timestamptz not null,
  tries int not null default 0,
  -- When it is handed to the mail server, if it is not known as taken by then. Null: it was taken, or given up.
  next_try_at timestamptz,
  sent_at timestamptz,
  last_error text,
  constraint mails_incident_key unique (endpoint_id, kind, incident_since, email),
  constraint mails_of_subjects check ((purpose <> 'news' or kind = 'problem') = (endpoint_id is null)
    and (kind = 'problem') = (order_id is not null) and (purpose <> 'news') = (incident_since is null))
);
comment on table mails is
  'Mails to contacts: one row for each start or end of an incident, or problem without an answer, and address. Rows
for one address that are due at once go out as one mail. A sweep writes and sends them, retention deletes them.
`confirm` asks an address whether it wants them. `invite` and `sign_in` go to people, with links that are made when
they are sent.';
-- Walked from owner to owner, and from address to address.
create index mails_due on mails (owner_id, lower(email), purpose, next_try_at, id) where next_try_at is not null;
create index mails_by_age on mails (created_at);
create index mails_given_up on mails (id) where next_try_at is null and sent_at is null;
create index mails_of_sign_ins on mails (email, created_at) where kind = 'sign_in';
create index mails_of_invites on mails (owner_id, created_at) where kind = 'invite';
create index mails_asking on mails (lower(email), created_at) where kind = 'confirm' and tries > 0;
-- How many an address has got of late.
create index mails_sent on mails (owner_id, lower(email), sent_at) where sent_at is not null;

create table dead_letters (
  id uuid primary key,
  queue text not null,
  message_id text not null,
  type text,
  reason text not null,
  detail text,
  body bytea not null,
  -- Different orders may have one message id: a message that is refused again is known by its bytes.
  body_digest bytea generated always as (sha256(body)) stored,
  properties json not null,
  count int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  replayed_at timestamptz,
  -- When its body was erased: it can be replayed no more.
  erased_at timestamptz,
  constraint dead_letters_message_key unique (queue, message_id, body_digest)
);
comment on table dead_letters is
  'Messages that a service refused, one row per distinct message. An operator replays or deletes them; retention
empties the old ones, and deletes them later.';
-- Messages refused for one reason are counted, replayed and deleted together. By its hash, because a reason may be
-- longer than an index takes.
create index dead_letters_by_reason on dead_letters (queue, md5(reason), id) where replayed_at is null;
-- Those that are listed and counted.
create index dead_letters_listed on dead_letters (id) where replayed_at is null;
-- Those that retention erases, and those that it deletes.
create index dead_letters_to_erase on dead_letters (last_at) where erased_at is null;
create index dead_letters_to_purge on dead_letters (last_at) where erased_at is not null;

create table erasures (
  id uuid primary key,
  -- The data to erase: of one order, or of a phone number, which is stored here as keyed hashes alone: as orders have
  -- it, and of the whole number.
  order_id text,
  phone_hash bytea,
  whole_phone_hash bytea,
  -- Orders of this merchant alone; null: of all.
  merchant_id text,
  -- Orders that are under way too.
  forced boolean not null,
  -- The operator that asked for it, and why.
  requested_by text not null,
  status run_status not null default 'running',
  -- The last order, by id, that was looked at: where an erasure that was interrupted goes on. Null: all were looked at.
  order_cursor text default '',
  -- An order of which some rows are erased, and the last of them.
  row_cursor json,
  dead_letter_cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  order_ids text[] not null default '{}',
  under_way_ids text[] not null default '{}',
  dead_letter_ids uuid[] not null default '{}',
  events int not null default 0,
  attempts int not null default 0,
  commands int not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint erasures_subject check (
    num_nonnulls(order_id, phone_hash) = 1 and num_nonnulls(phone_hash, whole_phone_hash) <> 1
  )
);
comment on table erasures is
  'Erasures on request, with their results: the receipt, which is kept.';
create index erasures_running on erasures (id) where status = 'running';

create unlogged table replicas (
  service text not null,
  -- Host and port.
  name text not null,
  -- Another one for each start of the process.
  run uuid not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Only for intake-api: creates of the last minute that it accepted and refused.
  creates jsonb,
  -- Work that has stopped in it.
  stalled text[] not null default '{}',
  -- Effective settings as text, secrets as booleans; null: not yet known.
  config jsonb,
  primary key (service, name)
) with (fillfactor = 50);
comment on table replicas is
  'Each process of the three services, as its heartbeats tell every two seconds: its row goes when it says that it
stops, or an hour after the last one. Unlogged: after a crash of the database it is empty until the next heartbeats.';

create table history (
  at timestamptz not null,
  mode mode not null,
  orders int not null default 0,
  events int not null default 0,
  delivered int not null default 0,
  attempts int not null default 0,
  failed_attempts int not null default 0,
  -- Delivered ones by how long after their event the receiver had answered: one count for each bound of wait-bounds.ts.
  waits int[] not null,
  orders_queued int,
  deliveries_queued int,
  attempts_queued int,
  dead_queued int,
  due int,
  waiting int,
  held int,
  in_flight int,
  oldest_overdue_seconds real,
  balanced boolean,
  primary key (at, mode)
) with (fillfactor = 50);
comment on table history is
  'Counters and gauges of the system, in steps of ten seconds, for a day: for the consoles, also where no Prometheus
runs. Each replica adds its counters; the one that inserts a step''s rows reads the gauges. Of live merchants and of
sandbox merchants apart; messages in queues are counted over both.';
