-- Merchants. Every table of a merchant starts its primary key with merchant_id; the application makes the ids.

create table merchants (
  merchant_id text not null primary key check (merchant_id ~ '^mer_[0-9a-hjkmnp-tv-z]{26}$'),
  -- A guest has a login and no shop of their own: a member of others' teams.
  role text not null check (role in ('owner', 'operator', 'guest')),
  -- The operator's merchant that collects the plan fees. There is at most one.
  is_platform boolean not null default false check (not is_platform or role = 'operator'),
  -- Of the platform's merchant: who uses this installation. Null: its operator has not said, which is as 'merchants'.
  hosting text check (hosting in ('own_shop', 'merchants')),
  -- False: the shop hosts itself, so neither plans nor quota apply.
  is_metered boolean not null default true check (is_metered or role = 'owner'),
  name text not null check (length(name) between 1 and 100),
  -- Lower-cased by the application, so that one address is one login.
  email text not null constraint merchants_email_once unique check (length(email) between 3 and 254),
  mobile_number text not null check (length(mobile_number) <= 32),
  website_name text not null default '' check (length(website_name) <= 100),
  website_url text not null default '' check (length(website_url) <= 2048),
  password_hash text not null check (password_hash like '$argon2id$%'),
  support_email text not null default '' check (length(support_email) <= 254),
  support_phone text not null default '' check (length(support_phone) <= 20),
  show_support boolean not null default false,
  -- Of the payment page where neither its link nor the browser asks for one that it speaks.
  page_language text not null default 'en' check (page_language ~ '^[a-z]{2}$'),
  -- Of e-mails to the merchant.
  language text not null default 'en' check (language in ('en', 'hi')),
  -- Whether customers of live orders get the receipt by email.
  email_receipts boolean not null default false,
  -- The mode that the next login starts in; each session then has its own.
  mode text not null default 'test' check (mode in ('test', 'live')),
  -- Whether the merchant gets the daily closing by email.
  closing_mail boolean not null default true,
  -- How long customers' names, mobile numbers and e-mail addresses are kept after their order ended. Null: they are kept.
  keep_customers_days int check (keep_customers_days in (90, 180, 365, 1095)),
  -- Whether the screen has shown the first API key.
  key_shown_once boolean not null default false,
  -- Null until the first login: it tells the first device from a new one.
  first_login_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) <= 1000),
  created_at timestamptz not null,
  check (suspended_reason is null or suspended_at is not null),
  check (hosting is null or is_platform)
);
create unique index merchants_one_platform on merchants (is_platform) where is_platform;
-- An installation for one shop has one shop.
create unique index merchants_one_own_shop on merchants (is_metered) where not is_metered;
create index merchants_suspended on merchants (merchant_id) where suspended_at is not null;

-- Who works in a shop besides the login that registered it, which is always an owner and never a row here: no shop is without one.
create table members (
  merchant_id text not null references merchants,
  -- Whose login it is.
  person_id text not null references merchants check (person_id <> merchant_id),
  role text not null check (role in ('owner', 'admin', 'accountant', 'developer', 'cashier')),
  joined_at timestamptz not null,
  -- Set in the shop that the person's next login opens.
  opened_at timestamptz,
  primary key (merchant_id, person_id)
);
create index members_by_person on members (person_id);

-- How the payment page looks. The picture is a WebP of 96 pixels that we encoded ourselves, small enough for a row.
create table page_looks (
  merchant_id text not null primary key references merchants,
  colour text check (colour ~ '^[a-z]{1,12}$'),
  logo bytea check (octet_length(logo) <= 1500),
  -- Of the picture's content: its address never shows another.
  logo_hash text check (logo_hash ~ '^[0-9a-f]{16}$'),
  check ((logo is null) = (logo_hash is null))
);

-- The notice on the payment page about customers' data. Each saved text is a version, which orders name; an empty one shows none.
create table data_notices (
  merchant_id text not null references merchants,
  version int not null check (version between 1 and 201),
  text text not null check (length(text) <= 1000),
  at timestamptz not null,
  primary key (merchant_id, version),
  constraint data_notices_last_is_none check (version <= 200 or text = '')
);
create trigger refuse_change before update or delete on data_notices for each row execute function refuse_change();

-- E-mails beyond the limit of their kind, until a digest replaces them.
create table held_letters (
  merchant_id text not null references merchants,
  -- The job that would have sent it: a repeated job holds it once.
  letter_id text not null check (length(letter_id) <= 60),
  subject text not null check (length(subject) <= 300),
  body text not null check (length(body) <= 600),
  held_at timestamptz not null,
  due_at timestamptz not null,
  primary key (merchant_id, letter_id)
);
create index held_letters_due on held_letters (due_at);

-- The operator's search over merchants: an index on every three neighbouring characters, so that any part of a word finds a merchant.
create function merchant_words(merchant_id text, name text, email text, website_name text, mobile_number text)
returns text language sql immutable parallel safe as $$
  select lower(name || ' ' || email || ' ' || website_name || ' ' || merchant_id || ' ' || mobile_number)
$$;
-- The high cost keeps the planner from computing this row by row instead of using the index.
create function word_marks(words text) returns text[] language sql immutable parallel safe cost 100000 as $$
  select array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$$;
create index merchants_marks on merchants
  using gin (word_marks(merchant_words(merchant_id, name, email, website_name, mobile_number)) collate "C");
