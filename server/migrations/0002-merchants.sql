-- Who registers, how he comes in, and where his money goes.

create table merchants (
  merchant_id text primary key check (merchant_id ~ '^mer_[0-9a-hjkmnp-tv-z]{26}$'),
  role text not null default 'owner' check (role in ('owner', 'operator')),
  is_platform boolean not null default false,
  name text not null check (length(name) between 1 and 100),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  mobile_number text not null check (mobile_number ~ '^[0-9]{10}$'),
  website_name text not null default '' check (length(website_name) <= 100),
  website_url text not null default '' check (length(website_url) <= 2048),
  password_hash text not null,
  support_email text check (length(support_email) <= 254),
  support_phone text check (length(support_phone) <= 20),
  show_support boolean not null default false,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null,
  constraint merchants_email_once unique (email)
);
create unique index merchants_one_platform on merchants (is_platform) where is_platform;

create table sessions (
  merchant_id text not null references merchants,
  token_hash bytea not null,
  mode text not null check (mode in ('test', 'live')),
  remember boolean not null,
  user_agent text not null default '' check (length(user_agent) <= 400),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, token_hash),
  constraint sessions_token unique (token_hash)
);
create index sessions_expiry on sessions (expires_at);

create table api_keys (
  merchant_id text not null references merchants,
  key_id text not null,
  mode text not null check (mode in ('test', 'live')),
  scope text not null default 'full' check (scope in ('full', 'create', 'read')),
  is_main boolean not null,
  -- A keyed hash for look-up, an encrypted copy for display; the key itself is nowhere.
  key_hash bytea not null,
  key_sealed bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, key_id),
  constraint api_keys_hash unique (key_hash)
);
create unique index api_keys_one_main on api_keys (merchant_id, mode) where is_main and revoked_at is null;

create table accounts (
  merchant_id text not null references merchants,
  account_id text not null,
  mode text not null check (mode in ('test', 'live')),
  provider text not null check (provider in ('paytm', 'phonepe', 'googlepay', 'bharatpe', 'other', 'simulator')),
  merchant_name text not null check (length(merchant_name) between 1 and 100),
  provider_merchant_id text not null check (length(provider_merchant_id) <= 100),
  upi_id text not null check (length(upi_id) <= 320),
  is_personal_upi boolean not null default false,
  unique_amounts boolean not null default false,
  is_current boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, account_id),
  constraint accounts_upi_id_once unique (merchant_id, mode, upi_id)
);
create unique index accounts_one_current on accounts (merchant_id, mode) where is_current;
