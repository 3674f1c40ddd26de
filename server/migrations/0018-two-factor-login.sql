-- Login by authenticator app, and what tells a new device from the first one.

-- Null until the first login. Who registered before this column came is taken to have logged in: a mail too many is better
-- than one that is missing.
alter table merchants add column first_login_at timestamptz;
update merchants set first_login_at = created_at;

create table second_factors (
  merchant_id text not null primary key references merchants,
  -- Encrypted with the app key: who reads the table can't make codes.
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null while it is only being set up: such a secret opens nothing and closes nothing.
  confirmed_at timestamptz,
  -- The latest 30 s step whose code was taken: that one and those before it are void.
  last_step integer not null default 0 check (last_step >= 0)
);

create table recovery_codes (
  merchant_id text not null references second_factors on delete cascade,
  -- A keyed hash; the codes are shown once. A used one is gone.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (merchant_id, code_hash)
);
