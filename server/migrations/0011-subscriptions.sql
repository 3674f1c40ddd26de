-- Plans, purchases, and invoices. Prices are rows that never change: a new price is a new row, and a purchase keeps its price.

create table plan_offers (
  plan_name text not null,
  billing_cycle text not null,
  valid_from timestamptz not null,
  price_paise bigint not null check (price_paise between 1 and 100000000),
  qr_requests int not null check (qr_requests > 0),
  set_by text not null,
  primary key (plan_name, billing_cycle, valid_from)
);
create trigger refuse_change before update or delete on plan_offers for each row execute function refuse_change();

-- A payment for a plan: an order of the platform merchant, and what the buyer gets when it succeeds.
create table plan_purchases (
  merchant_id text not null references merchants,
  -- Of the platform merchant. No foreign key, because it would lead from one merchant to another; the ledger check looks for it.
  order_id text not null,
  platform_merchant_id text not null,
  plan_name text not null,
  billing_cycle text not null,
  cycle_days int not null check (cycle_days > 0),
  price_paise bigint not null check (price_paise > 0),
  qr_requests int not null check (qr_requests > 0),
  created_at timestamptz not null,
  -- Set once, together with what the activation changed.
  activated_at timestamptz,
  change text check (change in ('started', 'renewed', 'replaced')),
  carried_qr_requests int check (carried_qr_requests >= 0),
  expires_at timestamptz,
  primary key (merchant_id, order_id),
  check ((activated_at is null) = (change is null)),
  check ((activated_at is null) = (carried_qr_requests is null)),
  check ((activated_at is null) = (expires_at is null))
);

-- For the platform's order that was paid.
create index plan_purchases_by_order on plan_purchases (order_id);

create function guard_purchase() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'purchases are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if old.activated_at is not null
     or (new.merchant_id, new.order_id, new.plan_name, new.billing_cycle, new.cycle_days, new.price_paise, new.qr_requests,
         new.created_at) is distinct from
        (old.merchant_id, old.order_id, old.plan_name, old.billing_cycle, old.cycle_days, old.price_paise, old.qr_requests,
         old.created_at) then
    raise exception 'a purchase is activated once and never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_purchase before update or delete on plan_purchases for each row execute function guard_purchase();

-- The latest plan of a merchant. Its end and what is left of it are in quotas, where creating orders needs them.
create table subscriptions (
  merchant_id text not null primary key references quotas,
  order_id text not null,
  started_at timestamptz not null,
  qr_limit int not null check (qr_limit > 0),
  foreign key (merchant_id, order_id) references plan_purchases
);

-- The warnings that were emailed about a plan: each at most once for each purchase, however often the sweep runs.
create table plan_warnings (
  merchant_id text not null,
  order_id text not null,
  kind text not null check (kind in ('days_7', 'days_1', 'quota_80', 'quota_100')),
  warned_at timestamptz not null,
  primary key (merchant_id, order_id, kind),
  foreign key (merchant_id, order_id) references plan_purchases
);

create table billing_details (
  merchant_id text not null primary key references merchants,
  legal_name text not null check (length(legal_name) between 1 and 100),
  address text not null check (length(address) between 1 and 300),
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  gstin text not null default '' check (gstin = '' or gstin ~ '^[0-9]{2}[0-9A-Z]{13}$'),
  saved_at timestamptz not null
);

-- Invoice numbers have no gaps within an Indian financial year: the transaction that issues an invoice locks the counter's row, so
-- a number is either on an invoice or was never used.
create table invoice_numbers (
  -- "26-27" for April 2026 to March 2027.
  financial_year text not null primary key,
  last_number int not null check (last_number between 1 and 999999)
);

create table invoices (
  merchant_id text not null,
  order_id text not null,
  financial_year text not null,
  number int not null,
  issued_at timestamptz not null,
  -- Everything that is printed, as it was when the invoice was issued.
  content jsonb not null,
  -- Made at the first download, then never again.
  pdf bytea,
  primary key (merchant_id, order_id),
  -- The locked counter gives each number once, whichever merchant it is for, and the ledger check looks for numbers given twice.
  constraint invoices_number_once unique (merchant_id, financial_year, number),
  foreign key (merchant_id, order_id) references plan_purchases
);

create function guard_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.pdf is not null
     or (new.merchant_id, new.order_id, new.financial_year, new.number, new.issued_at, new.content) is distinct from
        (old.merchant_id, old.order_id, old.financial_year, old.number, old.issued_at, old.content) then
    raise exception 'an issued invoice is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_invoice before update or delete on invoices for each row execute function guard_invoice();
