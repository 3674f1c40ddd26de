-- Who uses Galla: merchants, their logins and keys, and the UPI accounts that their money goes to.
-- Every table leads its primary key with merchant_id; ids are made by the application.

create table merchants (
  merchant_id text not null primary key check (merchant_id ~ '^mer_[0-9a-hjkmnp-tv-z]{26}$'),
  role text not null check (role in ('owner', 'operator')),
  -- The operator's own merchant account, which collects what the plans cost. There is one at most.
  is_platform boolean not null default false check (not is_platform or role = 'operator'),
  name text not null check (length(name) between 1 and 100),
  -- As it is compared: lower-cased by the application, so that one address is one login.
  email text not null constraint merchants_email_once unique check (length(email) between 3 and 254),
  mobile_number text not null check (length(mobile_number) <= 32),
  website_name text not null default '' check (length(website_name) <= 100),
  website_url text not null default '' check (length(website_url) <= 2048),
  password_hash text not null check (password_hash like '$argon2id$%'),
  support_email text not null default '' check (length(support_email) <= 254),
  support_phone text not null default '' check (length(support_phone) <= 20),
  show_support boolean not null default false,
  -- What the next login begins in; each session then has its own.
  mode text not null default 'test' check (mode in ('test', 'live')),
  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) <= 1000),
  created_at timestamptz not null,
  check (suspended_reason is null or suspended_at is not null)
);

create unique index merchants_one_platform on merchants (is_platform) where is_platform;

create table sessions (
  merchant_id text not null references merchants,
  -- SHA-256 of the cookie: who reads the table can't log in with it.
  token_hash bytea not null constraint sessions_token_once unique check (octet_length(token_hash) = 32),
  mode text not null check (mode in ('test', 'live')),
  remember boolean not null,
  user_agent text not null check (length(user_agent) <= 255),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, token_hash),
  check (expires_at > created_at)
);

create index sessions_expired on sessions (expires_at);

create table api_keys (
  merchant_id text not null references merchants,
  key_id text not null,
  mode text not null check (mode in ('test', 'live')),
  scope text not null check (scope in ('full', 'create', 'read')),
  is_main boolean not null,
  -- A keyed hash for the look-up, and an encrypted copy for the screen that shows it; never the key itself.
  key_hash bytea not null constraint api_keys_hash_once unique check (octet_length(key_hash) = 32),
  key_sealed bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, key_id),
  check (not is_main or scope = 'full')
);

create unique index api_keys_one_main on api_keys (merchant_id, mode) where is_main and revoked_at is null;

create table accounts (
  merchant_id text not null references merchants,
  account_id text not null check (length(account_id) between 1 and 64),
  mode text not null check (mode in ('test', 'live')),
  provider text not null check (provider in ('simulator', 'paytm', 'phonepe', 'googlepay', 'bharatpe', 'other')),
  merchant_name text not null check (length(merchant_name) between 1 and 100),
  provider_merchant_id text not null default '' check (length(provider_merchant_id) <= 100),
  upi_id text not null check (length(upi_id) between 3 and 320),
  is_personal_upi boolean not null default false,
  unique_amounts boolean not null default false,
  is_current boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, account_id),
  constraint accounts_upi_id_once unique (merchant_id, mode, upi_id),
  -- A test account can take no money, and nothing else is a test account.
  check ((mode = 'test') = (provider = 'simulator')),
  check (mode = 'live' or upi_id = merchant_id || '@gallatest')
);

create unique index accounts_one_current on accounts (merchant_id, mode) where is_current;
