-- What operators did: who, when, to what, and the state before and after. Written in the same transaction as the action.
create table operator_acts (
  act_id text primary key check (act_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  operator_id text not null references merchants,
  at timestamptz not null,
  act text not null check (length(act) between 1 and 64),
  about_merchant_id text references merchants,
  subject text not null check (length(subject) <= 255),
  reason text check (length(reason) between 1 and 1000),
  before jsonb not null,
  after jsonb not null
);
create index operator_acts_about on operator_acts (about_merchant_id, act_id) where about_merchant_id is not null;
create trigger refuse_change before update or delete on operator_acts for each row execute function refuse_change();

-- Links to the setup page, which creates the operator at the first start in production. Deleted once there is an operator.
create table setup_tokens (
  -- SHA-256 of the link's token: reading the table is not enough to use the link.
  token_hash bytea not null primary key check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
