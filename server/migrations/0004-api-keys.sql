-- API keys, and the log of the calls that used them.

create table api_keys (
  merchant_id text not null references merchants,
  key_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- What it may do, see contract/src/api-keys/key-scopes.ts.
  scopes text[] not null check (
    cardinality(scopes) > 0 and scopes <@ '{orders:create,orders:read,orders:cancel,events:read,credits:read,cases:read,closing:read,links:write,refunds:create}'),
  is_main boolean not null,
  -- It was the main key until another replaced it.
  was_main boolean not null default false,
  name text not null default '' check (length(name) <= 100),
  -- A keyed hash finds the key; an encrypted copy is for the screen that shows it. The plain key is never stored.
  key_hash bytea not null constraint api_keys_hash_once unique check (octet_length(key_hash) = 32),
  key_sealed bytea not null,
  -- The networks that may use the key; null: from anywhere. A single address is a network of one.
  addresses cidr[] check (cardinality(addresses) between 1 and 20),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The end of a key with a last day, or of the old key after a rotation.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- The refused calls: how many, and the latest with its reason and address.
  refused_count bigint not null default 0 check (refused_count >= 0),
  refused_at timestamptz,
  refused_why text check (length(refused_why) <= 40),
  refused_from text check (length(refused_from) <= 45),
  primary key (merchant_id, key_id),
  check (not is_main or scopes = '{orders:create,events:read}'),
  check (not (is_main and was_main)),
  constraint api_keys_main_does_not_end check (not is_main or expires_at is null)
);
-- Those that are deleted by age.
create index api_keys_ended on api_keys (least(revoked_at, expires_at)) where revoked_at is not null or expires_at is not null;
create unique index api_keys_one_main on api_keys (merchant_id, mode) where is_main and revoked_at is null;

-- The request log: the failed calls of the last days, and as many of the others as one key may write. Request ids sort by time.
create table api_requests (
  merchant_id text not null,
  request_id text not null,
  mode text not null check (mode in ('test', 'live')),
  key_id text not null,
  method text not null check (length(method) <= 10),
  path text not null check (length(path) <= 200),
  status int not null check (status between 100 and 999),
  duration_ms int not null check (duration_ms >= 0),
  address text not null check (length(address) <= 45),
  -- Only of failed calls; personal data and secrets are removed before they are stored.
  request_body text check (octet_length(request_body) <= 4096),
  response_body text check (octet_length(response_body) <= 1024),
  primary key (merchant_id, request_id)
);
create index api_requests_newest on api_requests (merchant_id, mode, request_id);
-- Failed calls. The status does not tell: some compatible gateways reply 200 to everything.
create index api_requests_failed on api_requests (merchant_id, mode, request_id) where response_body is not null;
-- Those that are deleted by age.
create index api_requests_oldest on api_requests (request_id);
