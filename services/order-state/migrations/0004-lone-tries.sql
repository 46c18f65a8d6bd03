-- Messages that were handled alone because processes had died with them in hand. One row while such a try is under way;
-- a row that stays tells of a process that died in it.
create table lone_tries (
  queue text not null,
  message_id text not null,
  -- The process that began the last try.
  process_id uuid not null,
  tries int not null default 1,
  last_at timestamptz not null default now(),
  primary key (queue, message_id)
);
