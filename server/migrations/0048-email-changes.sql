-- An e-mail address that waits to be confirmed by the link mailed to it: one for each merchant, a newer one voids it.
create table email_changes (
  merchant_id text not null primary key references merchants,
  change_id text not null constraint email_changes_id_once unique check (change_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  new_email text not null check (length(new_email) between 3 and 254),
  -- SHA-256 of the link's token; none until its letter is written.
  token_hash bytea constraint email_changes_token_once unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);

create index email_changes_expired on email_changes (expires_at);

-- The way back to an address that an account had before: while it is open, no other account can take the address.
create table email_restores (
  merchant_id text not null references merchants,
  restore_id text not null check (restore_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  old_email text not null check (length(old_email) between 3 and 254),
  token_hash bytea constraint email_restores_token_once unique check (octet_length(token_hash) = 32),
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, restore_id),
  check (expires_at > changed_at)
);

create index email_restores_by_email on email_restores (old_email);
create index email_restores_expired on email_restores (expires_at);
