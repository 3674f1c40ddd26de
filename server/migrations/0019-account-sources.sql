-- How the payments of an account are looked up at its provider: by which API, with which credentials, how it fares. The
-- pacing is here too, because it is the account's at its provider, whichever of our processes asks.
create table account_sources (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('paytm-v3', 'paytm-keyless', 'phonepe-v2', 'razorpay-qr', 'cashfree')),
  -- Sealed with the app key for exactly this row; read by nothing but a question to the provider.
  credentials_sealed bytea not null check (length(credentials_sealed) <= 4096),
  connected_at timestamptz not null,
  asked bigint not null default 0 check (asked >= 0),
  -- When the last ten questions were asked.
  asked_times timestamptz[] not null default '{}' check (cardinality(asked_times) <= 10),
  -- In a row, up to now.
  failures int not null default 0 check (failures >= 0),
  paused_until timestamptz,
  last_worked_at timestamptz,
  last_failed_at timestamptz,
  said text not null default '' check (length(said) <= 200),
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);

-- From when the ladder of questions counts: the page was opened, tried again, or the status was asked by key.
alter table orders add column checks_from timestamptz;
create index orders_check_due on orders (next_check_at) where next_check_at is not null;

-- What the questions about one order cost and brought. One question at a time: who asks holds the lease, which is void once
-- its worker is gone.
create table order_checks (
  merchant_id text not null,
  order_id text not null,
  asked int not null default 0 check (asked >= 0),
  asked_at timestamptz,
  leased_by text,
  leased_until timestamptz,
  -- The first and the last answers, those that repeat themselves counted: [{at, until, times, source, said}].
  answers jsonb not null default '[]' check (jsonb_array_length(answers) <= 30),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders
);
