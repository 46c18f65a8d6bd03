-- outside a transaction: see 0030.
alter table deliveries validate constraint deliveries_of_no_day;
