-- What is there already is in no day, as the constraint says.
alter table all_deliveries attach partition deliveries for values from ('epoch') to ('1970-01-02');
select make_deliveries_day(day) from history_days;
