-- A header of the merchant's choice, sent with its webhooks: {"name", "sealed"}. The value is sealed for the endpoint, the name
-- and the URL's origin. Null: none.
alter table endpoints add column header jsonb;
