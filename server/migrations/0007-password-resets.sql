-- Links that set a new password. At most one for each merchant: a newer one voids the one before it.

create table password_resets (
  merchant_id text not null primary key references merchants,
  -- SHA-256 of the link's token: who reads the table can't use it.
  token_hash bytea not null constraint password_resets_token_once unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);

create index password_resets_expired on password_resets (expires_at);
