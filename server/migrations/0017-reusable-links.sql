-- Reusable links: one address that many customers pay, each with an order of their own.

create table reusable_links (
  merchant_id text not null references merchants,
  -- Also the end of its public address. The database cannot keep it apart among all merchants by the primary key: who creates one looks.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  mode text not null check (mode in ('test', 'live')),
  title text not null check (length(title) between 1 and 100),
  description text not null check (length(description) <= 500),
  thanks text not null check (length(thanks) <= 500),
  -- What it asks for never changes. Amounts in paise as text: {kind: fixed, amount}, {kind: choice, min, max}, {kind: items, items: [{name, price}]}.
  price jsonb not null check (price ->> 'kind' in ('fixed', 'choice', 'items')),
  -- [{label, isRequired}]
  questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) <= 5),
  -- In India; it ends with this day.
  last_day date,
  uses_max int check (uses_max between 1 and 10000),
  created_at timestamptz not null,
  closed_at timestamptz check (closed_at >= created_at),
  primary key (merchant_id, code)
);
-- For the public page, which knows the code alone.
create index reusable_links_code on reusable_links (code);

-- Those that are deleted by age, unless orders name them.
create index reusable_links_closed on reusable_links (closed_at) where closed_at is not null;

-- The orders that customers made with a link, and what they wrote.
create table reusable_link_orders (
  merchant_id text not null,
  order_id text not null,
  code text not null,
  created_at timestamptz not null,
  -- SHA-256 of the random token in the customer's form: orders of one form are of one customer.
  form_hash bytea not null check (octet_length(form_hash) = 32),
  -- A keyed hash of the customer's network address, to limit what one address may open.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- [{name, price, quantity}], the price in paise as text: the order's purpose has no room for all of them.
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 20),
  -- [{question, answer}]
  answers jsonb not null check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) <= 5),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders,
  foreign key (merchant_id, code) references reusable_links
);
create index reusable_link_orders_of_link on reusable_link_orders (merchant_id, code, created_at);
create index reusable_link_orders_lately on reusable_link_orders (merchant_id, created_at);
-- Only what the customer wrote may go, as a whole.
create trigger refuse_change before delete or update of merchant_id, order_id, code, created_at, form_hash, address_hash, items
  on reusable_link_orders for each row execute function refuse_change();
create trigger refuse_answers before update of answers on reusable_link_orders
  for each row when (new.answers <> '[]') execute function refuse_change();

-- What was paid by a link. Who makes an order a success, which is final, adds it in the same transaction. Not in the link's row: those who
-- open orders lock that before they take an amount, and settlement has locked the amounts before.
create table reusable_link_totals (
  merchant_id text not null,
  code text not null,
  paid int not null check (paid > 0),
  collected_paise bigint not null check (collected_paise > 0),
  primary key (merchant_id, code),
  foreign key (merchant_id, code) references reusable_links
);
