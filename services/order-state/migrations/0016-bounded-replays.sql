-- Which ranges of a merchant are being sent again: they are bounded, and fed in turn.
create index replays_of_ranges on replays (merchant_id, id) where status = 'running' and delivery_id is null;

-- What waits of replays goes after what is live, so that it is looked for apart. Live deliveries are not in here.
create index deliveries_due_replays on deliveries (endpoint_id, not_before, id)
  where state = 'waiting' and gate_open and replay_id is not null;
