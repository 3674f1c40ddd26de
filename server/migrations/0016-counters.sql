-- Counters: places in a shop with a printed QR, and a screen that shows and speaks what is paid there.

create table counters (
  merchant_id text not null references merchants,
  counter_id text not null check (counter_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  -- Where its printed QR pays to; the mode is the account's.
  account_id text not null,
  name text not null check (length(name) between 1 and 40),
  language text not null check (language ~ '^[a-z]{2}$'),
  pin_hash text not null,
  -- SHA-256 of the login link's token: reading the table is not enough to log in. Null: the owner logged out everywhere, which ended it.
  login_hash bytea check (octet_length(login_hash) = 32),
  created_at timestamptz not null,
  closed_at timestamptz check (closed_at >= created_at),
  primary key (merchant_id, counter_id),
  foreign key (merchant_id, account_id) references accounts
);
create index counters_by_login on counters (login_hash);
-- Those that are deleted by age, unless orders name them.
create index counters_closed on counters (closed_at) where closed_at is not null;

-- Devices that are logged in at a counter; a few for each, the oldest is logged out for a new one.
create table counter_sessions (
  merchant_id text not null,
  counter_id text not null,
  -- SHA-256 of the cookie.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, counter_id, token_hash),
  foreign key (merchant_id, counter_id) references counters,
  check (expires_at > created_at)
);
create index counter_sessions_by_token on counter_sessions (token_hash);

-- The orders of a counter: those of its keypad, those made from a payment that waited there, and those that the cashier picked for one. A
-- shop without a counter sells from the dashboard.
create table counter_orders (
  merchant_id text not null,
  order_id text not null,
  counter_id text,
  added_at timestamptz not null,
  -- Sold at the counter: by its keypad, or made from a payment. False for an order of elsewhere that a cashier picked for a payment.
  is_sale boolean not null,
  -- The payment that a cashier took for it, and the counter where, which may be another one than that of the order.
  credit_id text,
  taken_at_counter_id text,
  check ((credit_id is null) = (taken_at_counter_id is null)),
  check (counter_id is not null or is_sale),
  primary key (merchant_id, order_id),
  constraint counter_orders_credit_once unique (merchant_id, credit_id),
  foreign key (merchant_id, order_id) references orders,
  foreign key (merchant_id, counter_id) references counters,
  foreign key (merchant_id, taken_at_counter_id) references counters (merchant_id, counter_id),
  foreign key (merchant_id, credit_id) references credits
);
-- For the foreign key, when a counter is deleted.
create index counter_orders_taken_at on counter_orders (merchant_id, taken_at_counter_id) where taken_at_counter_id is not null;
create index counter_orders_of_counter on counter_orders (merchant_id, counter_id, added_at);
