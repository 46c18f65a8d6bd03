-- What each endpoint answered and what waited for it, in steps of a minute, for a day (ADR 40). Only endpoints with attempts or a
-- backlog in a minute have a row. The row of no endpoint (the nil UUID) says that some process looks at the windows of that minute.
-- Minute first: rows come and go at the two ends of the one index.
create table endpoint_history (
  at timestamptz not null,
  endpoint_id uuid not null,
  answered_2xx int not null default 0,
  answered_3xx int not null default 0,
  answered_4xx int not null default 0,
  answered_5xx int not null default 0,
  unanswered int not null default 0,
  -- The newest attempt of the minute that failed.
  error_at timestamptz,
  error_delivery_id uuid,
  error_status_code int,
  error_code text,
  window_size int,
  in_flight int,
  probing boolean,
  waiting int,
  held int,
  primary key (at, endpoint_id)
) with (fillfactor = 80);
