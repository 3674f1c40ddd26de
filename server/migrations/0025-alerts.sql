-- Alerts that a merchant's phone forwards: each account has an address of its own for them.

create table alert_tokens (
  merchant_id text not null,
  account_id text not null,
  -- The token is looked up by its hash and shown by what is sealed.
  token_hash bytea not null,
  token_sealed bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, account_id),
  constraint alert_tokens_hash unique (token_hash),
  foreign key (merchant_id, account_id) references accounts
);

-- Kept for thirty days. What the message says is sealed; what is looked for or counted stands beside it.
create table alerts (
  merchant_id text not null,
  alert_id text not null,
  account_id text not null,
  mode text not null check (mode in ('test', 'live')),
  received_at timestamptz not null,
  -- When the phone says that the message came; never after `received_at`.
  occurred_at timestamptz not null,
  -- The same for the same message: a phone sends again what it got no answer to.
  telling_key bytea not null,
  sealed bytea not null,
  outcome text not null check (outcome in ('credit', 'ignored', 'unread', 'untrusted')),
  -- It tells of a credit that is not recorded yet.
  pending boolean not null default false,
  credit_id text,
  primary key (merchant_id, alert_id),
  constraint alerts_told_once unique (merchant_id, account_id, telling_key),
  foreign key (merchant_id, account_id) references accounts,
  foreign key (merchant_id, credit_id) references credits
);
create index alerts_pending on alerts (received_at) where pending;
create index alerts_list on alerts (merchant_id, mode, received_at, alert_id);
create index alerts_age on alerts (received_at);
