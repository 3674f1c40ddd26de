-- Further keys, keys that end after a rotation, what was refused to a key, and what a merchant's programs asked for.

alter table merchants add column key_shown_once boolean not null default false;

alter table api_keys
  add column name text not null default '' check (length(name) <= 100),
  -- None: from anywhere. Host addresses are networks of one.
  add column addresses cidr[] check (cardinality(addresses) between 1 and 20),
  -- A key that was replaced works until then.
  add column expires_at timestamptz,
  add column refused_count bigint not null default 0 check (refused_count >= 0),
  add column refused_at timestamptz,
  add column refused_why text check (length(refused_why) <= 40),
  add column refused_from text check (length(refused_from) <= 45),
  add constraint api_keys_main_does_not_end check (not is_main or expires_at is null);

-- Calls that carried a key of the merchant's, by day: request ids sort by time, so a day is a range of them, and what is old goes
-- with its whole partition.
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
  -- Only of calls that failed; what is personal or secret is left out before it comes here.
  request_body text check (octet_length(request_body) <= 4096),
  response_body text check (octet_length(response_body) <= 1024),
  primary key (merchant_id, request_id)
) partition by range (request_id);
create index api_requests_newest on api_requests (merchant_id, mode, request_id);
-- What failed: some answer 200 to everything, as the gateways do whose words they speak.
create index api_requests_failed on api_requests (merchant_id, mode, request_id) where response_body is not null;

-- Calls that came faster than they could be written down.
create table api_request_gaps (
  merchant_id text not null references merchants,
  mode text not null check (mode in ('test', 'live')),
  hour timestamptz not null,
  missing bigint not null check (missing > 0),
  primary key (merchant_id, mode, hour)
);
