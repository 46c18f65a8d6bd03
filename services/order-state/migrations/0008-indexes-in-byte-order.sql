-- What indexes hold is compared as bytes. The order of the database's locale costs more with each step into an index,
-- and an upgrade of the operating system that changes that order breaks the indexes that have it.
alter table schema_migrations
  alter column name type text collate "C";
alter table platforms
  alter column name type text collate "C",
  alter column key_hash type text collate "C";
alter table service_secrets
  alter column name type text collate "C";
alter table merchants
  alter column id type text collate "C";
alter table merchant_tokens
  alter column merchant_id type text collate "C",
  alter column token_hash type text collate "C";
alter table orders
  alter column id type text collate "C",
  alter column merchant_id type text collate "C";
alter table commands
  alter column id type text collate "C",
  alter column order_id type text collate "C";
alter table parked_commands
  alter column id type text collate "C",
  alter column order_id type text collate "C";
alter table events
  alter column order_id type text collate "C";
alter table endpoints
  alter column merchant_id type text collate "C",
  alter column url type text collate "C";
alter table deliveries
  alter column order_id type text collate "C",
  alter column merchant_id type text collate "C",
  alter column state type text collate "C";
alter table ledger_counts
  alter column name type text collate "C";
alter table replays
  alter column merchant_id type text collate "C";
alter table dead_letters
  alter column queue type text collate "C",
  alter column message_id type text collate "C";
alter table lone_tries
  alter column queue type text collate "C",
  alter column message_id type text collate "C";
