-- outside a transaction: see 0030. Each table by itself: others lock several of them, in another order.

-- Events of an order are in the days from `history_day` to here, and in no day.
alter table orders add column if not exists last_event_day date not null default 'epoch';
alter table feed_state
  add column if not exists recent_position bigint not null default 0,
  add column if not exists recent_until date not null default 'epoch';
alter table history_layout add column if not exists events_by_day boolean not null default false;
alter table events validate constraint events_of_no_day;
