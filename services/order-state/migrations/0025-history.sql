-- What the system did and held, in steps of ten seconds, for a day: for people who look, also where no Prometheus runs.
-- Each replica adds what it counted; the one whose row it is reads the rest.
create table history (
  at timestamptz primary key,
  orders int not null default 0,
  events int not null default 0,
  delivered int not null default 0,
  attempts int not null default 0,
  failed_attempts int not null default 0,
  -- Delivered ones by how long after their event the receiver had answered: one count for each bound of wait-bounds.ts.
  waits int[] not null,
  orders_queued int,
  deliveries_queued int,
  attempts_queued int,
  dead_queued int,
  due int,
  waiting int,
  held int,
  in_flight int,
  oldest_overdue_seconds real,
  balanced boolean
) with (fillfactor = 50);
