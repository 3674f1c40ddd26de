-- Bank alerts by e-mail: the mailboxes that are read, and the addresses that e-mails are received at. The messages themselves are rows of `alerts`.

create table bank_mailboxes (
  merchant_id text not null,
  account_id text not null,
  host text not null check (length(host) between 1 and 255),
  port int not null check (port between 1 and 65535),
  username text not null check (length(username) between 1 and 320),
  -- Encrypted for exactly this row, and read only to log in.
  password_sealed bytea not null check (length(password_sealed) <= 2048),
  folder text not null check (length(folder) between 1 and 255),
  -- The address that the bank writes to, in lower case: an e-mail to another one is someone else's.
  recipient text not null check (length(recipient) between 3 and 320 and recipient = lower(recipient)),
  -- Tells two connections of the same account apart: a session that started before a change may write nothing after it.
  connected_at timestamptz not null,
  -- Up to where the folder was taken in, written with the messages. Null: never opened.
  uid_validity bigint check (uid_validity between 0 and 4294967295),
  last_uid bigint check (last_uid between 0 and 4294967295),
  -- The message that was read alone when the last attempt failed. If it fails again, it is listed as unreadable and passed.
  stuck_uid bigint check (stuck_uid between 1 and 4294967295),
  -- The process that reads it. A dead one's mailboxes are taken over.
  owner text,
  -- Which process reads it, until when unless that is renewed.
  owned_until timestamptz,
  -- Attempts that failed in a row, and why the last one did.
  failures int not null default 0 check (failures >= 0),
  problem text check (length(problem) <= 40),
  next_attempt_at timestamptz not null,
  last_answered_at timestamptz,
  last_message_at timestamptz,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts,
  constraint bank_mailboxes_position check ((uid_validity is null) = (last_uid is null))
);
create index bank_mailboxes_due on bank_mailboxes (next_attempt_at);

create table bank_email_addresses (
  merchant_id text not null,
  account_id text not null,
  -- The hash finds the token; the encrypted copy is for the screen that shows it.
  token_hash bytea not null,
  token_sealed bytea not null,
  recipient text not null check (length(recipient) between 3 and 320 and recipient = lower(recipient)),
  created_at timestamptz not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);
create index bank_email_addresses_by_hash on bank_email_addresses (token_hash);

-- How many e-mails of an account's latest day (in India) were listed although they report no credit. Beyond a limit they are only
-- counted: anyone can send them.
create table bank_email_days (
  merchant_id text not null,
  account_id text not null,
  day date not null,
  refused int not null default 0 check (refused >= 0),
  signed int not null default 0 check (signed >= 0),
  not_listed int not null default 0 check (not_listed >= 0),
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);
