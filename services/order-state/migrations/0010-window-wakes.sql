-- Endpoints for which something became due while their window could not be had: the relay looks at them when it can.
create table window_wakes (
  endpoint_id uuid primary key,
  at timestamptz not null
);
