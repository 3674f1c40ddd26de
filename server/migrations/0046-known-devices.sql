-- A browser that logged in to an account is remembered here rather than by a cookie that proves itself, so that the account can
-- forget it: when its password, its e-mail address or its second factor changes.
create table known_devices (
  merchant_id text not null references merchants,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  added_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (merchant_id, token_hash),
  check (last_used_at >= added_at)
);
