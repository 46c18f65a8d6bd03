-- All events of a merchant in one order, for whoever catches up with GET /v1/events (ADR 33). Events of before this migration
-- have no position and are not in the feed: nothing is rewritten here, the table is read once.
alter table events add column merchant_id text, add column position bigint;
create index events_feed on events (merchant_id, position) where position is not null;

-- `position_offset`: what transaction ids are added to, raised when the database was restored. `purged_position`: up to which
-- retention has taken events.
create table feed_state (
  only_row boolean primary key default true check (only_row),
  position_offset bigint not null default 0,
  purged_position bigint not null default 0
);
insert into feed_state default values;

-- The position of an event of this transaction. Called while its order is locked, in a statement of its own after the lock: see
-- ADR 33 for why it is not simply the transaction's id.
create function feed_position() returns bigint
language sql volatile
return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
  + (select position_offset from feed_state);

-- Below it nothing will be added any more: every transaction that has a lower id has ended, as the caller's statement sees it.
create function feed_horizon() returns bigint
language sql stable
return pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select position_offset from feed_state);

-- The highest position that was given to anything that is known here.
create function feed_end() returns bigint
language sql stable
return greatest(
  (select purged_position from feed_state),
  (select max(newest.position) from merchants m, lateral (
     select e.position from events e where e.merchant_id = m.id and e.position is not null
     order by e.position desc limit 1
   ) newest));

-- Makes every later position higher than any that was ever given out, those included that a restore has lost: the offset goes
-- to the next multiple of 2^42, which is more transactions than a database sees in decades. The lock waits for whoever
-- is writing events with the offset as it was.
create function raise_feed() returns void
language plpgsql as $$
begin
  lock table events in share row exclusive mode;
  update feed_state
  set position_offset = (
    greatest(feed_end(), position_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint) / 4398046511104 + 1
  ) * 4398046511104;
end $$;

-- Whether positions that are given now may have been given before, as is plain to see in another cluster, where ids start anew.
create function feed_went_back() returns boolean
language sql stable
return (
  select feed_end() >= position_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint from feed_state);

-- True: it had, and does no more.
create function raise_feed_if_back() returns boolean
language plpgsql as $$
begin
  if not feed_went_back() then return false; end if;
  lock table events in share row exclusive mode;
  -- Another replica may have done it meanwhile.
  if not feed_went_back() then return false; end if;
  perform raise_feed();
  return true;
end $$;

-- A restore is told by a new epoch, see docs/operations.md.
create function raise_feed_of_epoch() returns trigger
language plpgsql as $$
begin
  perform raise_feed();
  return null;
end $$;
create trigger raise_feed after update of epoch on directory_state
for each row when (old.epoch is distinct from new.epoch) execute function raise_feed_of_epoch();

-- Events of a release that does not know the columns yet, which runs beside this one during a rollout.
create function position_event() returns trigger
language plpgsql as $$
begin
  new.merchant_id := (select merchant_id from orders where id = new.order_id);
  if new.merchant_id is not null then new.position := feed_position(); end if;
  return new;
end $$;
create trigger position_event before insert on events
for each row when (new.merchant_id is null) execute function position_event();
