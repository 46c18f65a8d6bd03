-- Who asked for it, and why; null: the merchant itself.
alter table replays add column requested_by text;
