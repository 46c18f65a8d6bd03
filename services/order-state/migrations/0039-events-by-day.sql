-- Events too are kept by day, so that retention drops them. Not by the day of their order: a merchant's feed reads them in the order of
-- their positions, and would look into all days at each poll. An event is in the day on which it was written, by the clock of this
-- database, and `orders.last_event_day` tells up to where the events of an order are. As in 0029 the released table stays, and
-- is the partition of no day.
alter table events add column event_day date not null default 'epoch';
alter table events add constraint events_of_no_day check (event_day = 'epoch') not valid;
create table all_events (like events including defaults) partition by range (event_day);
