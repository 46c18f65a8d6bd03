-- What is there already is in no day. Nothing is read for it: the constraints say it.
alter table all_commands attach partition commands for values from ('epoch') to ('1970-01-02');
alter table all_attempts attach partition delivery_attempts for values from ('epoch') to ('1970-01-02');

-- The name is kept: replicas of the release before know it as a conflict.
alter table commands drop constraint commands_pkey;
alter table commands add constraint commands_pkey primary key using index commands_by_key;
drop index commands_by_order;
drop index orders_by_age;

-- A new installation begins with days. Where orders are, an operator says when: see docs/operations.md.
insert into history_layout (by_day) select not exists (select from orders);
select make_history_day((now() at time zone 'utc')::date + n) from generate_series(0, 7) n where (select by_day from history_layout);
