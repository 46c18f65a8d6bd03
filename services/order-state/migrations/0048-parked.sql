drop table lone_tries;

-- Arrival order, in which what is parked is applied; and whether it waits for a row that another session held.
alter table parked_commands
  add column position bigint generated always as identity,
  add column waits_for_lock boolean not null default false;
create unique index parked_commands_by_position on parked_commands (position);
create index parked_commands_for_lock on parked_commands (order_id) where waits_for_lock;

-- Reports of attempts that need a row which another session held.
create table parked_attempts (
  position bigint generated always as identity primary key,
  attempt json not null,
  parked_at timestamptz not null
);
