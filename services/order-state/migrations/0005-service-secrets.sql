-- Secrets that the service makes for itself, sealed. 'content_hash': the key of orders.content_hash, which must outlive
-- every change of SECRETS_KEY, because the hashes outlive the content that they could be made from again.
create table service_secrets (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
