-- `by_day` says since 0033 that settled deliveries leave too. The release before knows it of commands and attempts alone: where it
-- is deployed again, it must not turn it on, or two releases side by side would look for the end of a chain in two places. It
-- writes `by_day` without the other column, and is refused.
alter table history_layout add column settled_by_day boolean not null default false;
update history_layout set settled_by_day = by_day;
alter table history_layout add constraint by_day_with_settled check (settled_by_day or not by_day);
