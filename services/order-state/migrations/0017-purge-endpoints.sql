-- For retention: endpoints that were deleted and owe nothing any more, and what is old in the log of all endpoints.
create index endpoints_drained on endpoints (deleted_at) where status = 'deleted' and drained;
create index endpoint_log_by_time on endpoint_log (at);
