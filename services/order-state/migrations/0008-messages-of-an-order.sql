-- A message's id tells it from the others of its order: those of different orders may be equal. The id comes first, and
-- the name is kept, because replicas of the release before look commands up by id and know this name as a conflict.
alter table commands drop constraint commands_pkey;
alter table commands add constraint commands_pkey primary key (id, order_id);

-- A parked command is known by '<order id>/<message id>'. What replicas of the release before still park under the bare
-- message id is applied with its order as well, and goes when it expires.
update parked_commands set id = order_id || '/' || id;

-- Whose share of the parked commands it takes; null: a courier's report, which counts for its order.
alter table parked_commands add column merchant_id text generated always as (message->>'merchant_id') stored;
create index parked_commands_by_merchant on parked_commands (merchant_id) where merchant_id is not null;

-- Dead letters of different orders may have one message id too; a message that is refused again is known by its bytes.
alter table dead_letters add column body_digest bytea generated always as (sha256(body)) stored;
alter table dead_letters drop constraint dead_letters_queue_message_id_key;
alter table dead_letters add constraint dead_letters_message_key unique (queue, message_id, body_digest);

-- When the last report of each kind and source that took effect was seen: milliseconds by '<type>/<source>'.
-- last_report_at is left to the replicas of the release before.
alter table orders add column report_times json;
