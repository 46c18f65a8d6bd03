-- What the newest test webhook of an endpoint came to, as it is shown.
alter table endpoints add column last_test jsonb;

-- A range is counted by the feeder: counting may take longer than a caller waits.
alter table replays alter column total drop not null;

-- The run walks the merchant's deliveries by id, which the index by merchant has in order. One that is running begins
-- anew, and skips what it has queued already.
alter table replays add column cursor_id uuid;
alter table replays drop column cursor_created_at, drop column cursor_order_id;
