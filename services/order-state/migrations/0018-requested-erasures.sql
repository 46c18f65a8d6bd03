-- Who asked for it, and why; null: asked for before that was written down.
alter table erasures add column requested_by text;
