-- outside a transaction: see 0030.

-- Events of an order are in the days from `history_day` to here, and in no day. Not in 0039, for the reason given in 0034.
alter table orders add column if not exists last_event_day date not null default 'epoch';
alter table events validate constraint events_of_no_day;
