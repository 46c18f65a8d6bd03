-- Deleted endpoints stay for ever, for their deliveries; the sweep looks only at those that may still have some waiting.
alter table endpoints add column deleted_at timestamptz, add column drained boolean not null default false;
update endpoints set deleted_at = now() where status = 'deleted';
create index endpoints_draining on endpoints (id) where status = 'deleted' and not drained;

-- With the id, so that the sweep for stuck gates can walk it step by step.
drop index deliveries_gated;
create index deliveries_gated on deliveries (endpoint_id, id) where state = 'waiting' and not gate_open;
