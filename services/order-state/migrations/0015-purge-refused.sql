-- For retention: commands that were refused while they waited for an order, which may never have come.
create index commands_refused_waiting on commands (decided_at) where code in ('parked_expired', 'parked_full');
