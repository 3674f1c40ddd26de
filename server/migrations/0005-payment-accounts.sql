-- The UPI accounts that the money goes to, and how payments are looked up at their providers.

create table accounts (
  merchant_id text not null references merchants,
  account_id text not null check (length(account_id) between 1 and 64),
  mode text not null check (mode in ('test', 'live')),
  provider text not null check (provider in ('simulator', 'paytm', 'phonepe', 'googlepay', 'bharatpe', 'other')),
  merchant_name text not null check (length(merchant_name) between 1 and 100),
  provider_merchant_id text not null default '' check (length(provider_merchant_id) <= 100),
  upi_id text not null check (length(upi_id) between 3 and 320),
  -- The name that customers' apps show for the UPI ID: the bank's, not ours. Empty: not known.
  registered_name text not null default '' check (length(registered_name) <= 100),
  -- What the payee's bank takes the account for; the rules of the UPI network depend on it (upi/src/network-rules.ts). A small
  -- merchant is one that no bank has verified (P2PM).
  kind text not null default 'verified_merchant' check (kind in ('personal', 'small_merchant', 'verified_merchant')),
  unique_amounts boolean not null default false,
  -- The rails that may settle an order by amount; `unknown` is that of money of which nobody named one.
  settling_rails text[] not null default '{upi}' check (settling_rails @> '{upi}' and settling_rails <@ '{upi,imps,unknown}'),
  -- Whether money of any other rail is recorded, to be matched by a person, or ignored.
  keeps_other_rails boolean not null default false,
  -- The end of the bank account's number. With it, an alert that names another account is no credit of this one.
  last_digits text check (last_digits ~ '^[0-9]{2,6}$'),
  -- The business app whose notifications are this account's, as the merchant said of one: an app names no number.
  heard_app text check (length(heard_app) between 1 and 100),
  -- Customers pay any amount to a printed QR of this account, so an amount alone proves little. Counters have theirs apart.
  has_printed_qr boolean not null default false,
  -- When a phone, a mailbox or a statement first reported a payment.
  heard_at timestamptz,
  -- Copied from the account's source, so that creating an order needs no look-up.
  provider_makes_qr boolean not null default false,
  -- New orders use the current account.
  is_current boolean not null,
  created_at timestamptz not null,
  -- An account that was replaced and connected again keeps its row, with its orders and credits. Null: never connected again.
  revived_at timestamptz check (revived_at >= created_at),
  primary key (merchant_id, account_id),
  constraint accounts_upi_id_once unique (merchant_id, mode, upi_id),
  -- What credits_account refers to.
  constraint accounts_of_mode unique (merchant_id, account_id, mode),
  -- A test account cannot take money, and nothing else is a test account.
  check ((mode = 'test') = (provider = 'simulator')),
  check (mode = 'live' or upi_id = merchant_id || '@gallatest')
);
create unique index accounts_one_current on accounts (merchant_id, mode) where is_current;

-- The latest name that each source reports for the payee. The merchant accepts or dismisses it; another name is a new suggestion.
create table payee_name_suggestions (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('statement', 'provider')),
  name text not null check (length(name) between 1 and 100),
  reported_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (merchant_id, account_id, source),
  foreign key (merchant_id, account_id) references accounts
);

-- The provider API of an account, its credentials, and its health. The pacing is stored here too, because the provider limits calls
-- per account, whichever process makes them.
create table account_sources (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('paytm-v3', 'paytm-keyless', 'phonepe-v2', 'razorpay-qr', 'cashfree')),
  -- Encrypted for exactly this row, and read only to call the provider.
  credentials_sealed bytea not null check (length(credentials_sealed) <= 4096),
  connected_at timestamptz not null,
  -- Calls so far, and the times of the latest ten.
  calls bigint not null default 0 check (calls >= 0),
  recent_calls timestamptz[] not null default '{}' check (cardinality(recent_calls) <= 10),
  -- Failures in a row, up to now.
  failures int not null default 0 check (failures >= 0),
  paused_until timestamptz,
  last_worked_at timestamptz,
  last_failed_at timestamptz,
  -- The provider's latest message.
  last_message text not null default '' check (length(last_message) <= 200),
  -- The secret part of the URL for the provider's notifications.
  notification_id text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references accounts
);
create index account_sources_by_notification_id on account_sources (notification_id);

-- Credentials that were replaced at the same account: payments of QRs that they made are reported only to them. Deleted when no order with
-- such a QR is checked any more.
create table replaced_credentials (
  merchant_id text not null,
  account_id text not null,
  replaced_at timestamptz not null,
  source text not null check (source in ('paytm-v3', 'paytm-keyless', 'phonepe-v2', 'razorpay-qr', 'cashfree')),
  -- As in account_sources.
  credentials_sealed bytea not null check (length(credentials_sealed) <= 4096),
  primary key (merchant_id, account_id, replaced_at),
  foreign key (merchant_id, account_id) references accounts
);

-- When each source of an account was last heard. Written at most once per half minute and kind of news, so that no row is hot.
create table source_heartbeats (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('phone', 'mailbox', 'provider', 'statement')),
  -- The first sign of life since the source was connected: before it, nobody expects the source to hear payments.
  connected_at timestamptz not null,
  -- The last sign of life of any kind. Null: every attempt to reach the source failed.
  heard_at timestamptz,
  message_at timestamptz,
  pinged_at timestamptz,
  -- Between the last two pings. It bounds how soon a missing ping means silence.
  ping_seconds int check (ping_seconds between 0 and 3600),
  -- Calls that we make fail since then, the last of them at `failed_at`. Null: the last one worked.
  failing_since timestamptz,
  failed_at timestamptz,
  -- The merchant said then that it is no longer used. A later message or ping means that it is.
  unused_since timestamptz,
  primary key (merchant_id, account_id, source),
  foreign key (merchant_id, account_id) references accounts,
  constraint source_heartbeats_failing check (failing_since is null or failed_at >= failing_since)
);

-- How long a source usually says nothing: the longest time without a message in each slot of four hours. Only slots in which
-- something was heard have a row. A slot is counted from 1970 in India's time, so that slot % 6 is the part of the day.
create table source_gaps (
  merchant_id text not null,
  account_id text not null,
  source text not null,
  slot int not null,
  longest_seconds int not null check (longest_seconds between 0 and 14400),
  primary key (merchant_id, account_id, source, slot),
  foreign key (merchant_id, account_id, source) references source_heartbeats on delete cascade
);
create index source_gaps_age on source_gaps (slot);

-- The silences of sources. A row is written in the transaction of its event, and closed in that of the event of its end.
create table source_silences (
  merchant_id text not null,
  silence_id text not null,
  account_id text not null,
  source text not null,
  reason text not null check (reason in ('pings', 'failing', 'habit', 'payments')),
  -- The last sign of life before it; where payments are missing although it pings, the last message. Null: there was none.
  heard_at timestamptz,
  noticed_at timestamptz not null,
  -- An e-mail is sent for it: of one source at most three a day, so that one that comes and goes does not fill a mailbox.
  is_mailed boolean not null,
  ended_at timestamptz check (ended_at >= noticed_at),
  primary key (merchant_id, silence_id),
  foreign key (merchant_id, account_id) references accounts
);
-- However many workers notice it, a silence is one.
create unique index source_silences_open on source_silences (merchant_id, account_id, source) where ended_at is null;
create index source_silences_of_source on source_silences (merchant_id, account_id, source, noticed_at);
create index source_silences_age on source_silences (noticed_at);
