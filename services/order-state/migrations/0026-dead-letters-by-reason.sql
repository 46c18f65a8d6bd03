-- What was refused for one reason is counted, replayed and deleted together. By its hash, because a reason may be longer than
-- an index takes.
create index dead_letters_by_reason on dead_letters (queue, md5(reason), id) where replayed_at is null;
