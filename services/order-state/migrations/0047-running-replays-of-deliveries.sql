-- For how many of them a merchant has running, which is asked for when one more begins.
create index replays_of_deliveries on replays (merchant_id) where status = 'running' and delivery_id is not null;
