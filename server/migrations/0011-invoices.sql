-- Invoices of plan purchases, numbered without a gap in each Indian financial year: the counter's row is locked by the
-- transaction that issues the invoice, so a number is either on an invoice or was never taken.

create table billing_details (
  merchant_id text not null primary key references merchants,
  legal_name text not null check (length(legal_name) between 1 and 100),
  address text not null check (length(address) between 1 and 300),
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  gstin text not null default '' check (gstin = '' or gstin ~ '^[0-9]{2}[0-9A-Z]{13}$'),
  saved_at timestamptz not null
);

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
  -- All that is printed, as it was when the invoice was issued.
  content jsonb not null,
  -- Drawn at the first download and never again.
  pdf bytea,
  primary key (merchant_id, order_id),
  constraint invoices_number_once unique (financial_year, number),
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
