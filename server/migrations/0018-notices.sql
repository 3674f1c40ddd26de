-- What merchants are notified of at once, in which way, and where. The e-mails of an event have jobs.

-- A browser that takes pushes, or a chat with the operator's Telegram bot.
create table notice_targets (
  merchant_id text not null references merchants,
  target_id text not null check (target_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  way text not null check (way in ('push', 'telegram')),
  -- A keyed hash, which finds it again. What reaches it is encrypted.
  address_hash bytea not null,
  address_sealed bytea not null,
  label text not null check (length(label) <= 100),
  language text not null check (language in ('en', 'hi')),
  created_at timestamptz not null,
  -- When its service last accepted something.
  notified_at timestamptz,
  -- Attempts since then. One that is being notified counts, so that one that ends processes is tried later and later.
  failures integer not null default 0 check (failures >= 0),
  problem text check (length(problem) <= 40),
  -- From when it may be notified. While it is being notified, the end of the lease.
  rests_until timestamptz not null default now(),
  lease text,
  primary key (merchant_id, target_id),
  constraint notice_targets_once unique (merchant_id, address_hash)
);

-- What one target gets of one event. The row stays after it was sent, so that an event is sent once.
create table notices (
  merchant_id text not null references merchants,
  -- Not a reference: removing a target must neither wait for an order that is paid just then, nor make it fail.
  target_id text not null,
  event_key text not null check (length(event_key) <= 200),
  notice json not null,
  created_at timestamptz not null default now(),
  waits boolean not null default true,
  primary key (merchant_id, target_id, event_key)
);
create index notices_waiting on notices (merchant_id, target_id, created_at) where waits;
create index notices_age on notices (created_at);

-- The ways that a merchant chose for a kind of event; without a row it is sent as at first (contract/src/notices/notices.ts).
create table notice_choices (
  merchant_id text not null references merchants,
  kind text not null check (kind in ('payment', 'question', 'reversal', 'source', 'webhook', 'limit', 'plan')),
  way text not null check (way in ('push', 'telegram', 'email')),
  is_wanted boolean not null,
  primary key (merchant_id, kind, way)
);

-- While the dialog is open that links a chat: the code that the chat has to send to the bot.
create table telegram_links (
  merchant_id text not null references merchants,
  code_hash bytea not null,
  language text not null check (language in ('en', 'hi')),
  expires_at timestamptz not null,
  primary key (merchant_id)
);
