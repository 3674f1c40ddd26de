-- What the accountant's files say, and the tax invoices of the merchants' own sales.

create table accounting_settings (
  merchant_id text not null primary key references merchants,
  -- Names of ledgers as they are in Tally.
  bank_ledger text not null check (length(bank_ledger) between 1 and 100),
  fees_ledger text not null check (length(fees_ledger) between 1 and 100),
  sales_ledger text not null check (length(sales_ledger) between 1 and 100),
  suspense_ledger text not null check (length(suspense_ledger) between 1 and 100),
  issues_invoices boolean not null,
  invoice_prefix text not null check (invoice_prefix ~ '^[A-Z0-9]{1,3}$'),
  hsn text not null check (hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})?$'),
  gst_basis_points int not null check (gst_basis_points between 1 and 4000),
  constraint accounting_settings_invoices_have_a_code check (not issues_invoices or hsn <> '')
);

-- As of plans: the transaction that issues an invoice locks its merchant's row of the year, so a number is on an invoice or was never used.
create table sale_invoice_numbers (
  merchant_id text not null references merchants,
  financial_year text not null,
  last_number int not null check (last_number between 0 and 999999),
  primary key (merchant_id, financial_year)
);

create table sale_invoices (
  merchant_id text not null,
  order_id text not null,
  financial_year text not null,
  number int not null,
  prefix text not null,
  issued_at timestamptz not null,
  hsn text not null,
  gst_basis_points int not null,
  price_paise bigint not null check (price_paise > 0),
  taxable_paise bigint not null,
  -- Everything that is printed, as it was when the invoice was issued.
  content jsonb not null,
  primary key (merchant_id, order_id),
  constraint sale_invoices_number_once unique (merchant_id, financial_year, number),
  constraint sale_invoices_taxable check (taxable_paise between 0 and price_paise),
  foreign key (merchant_id, order_id) references orders
);
create index sale_invoices_of_month on sale_invoices (merchant_id, issued_at);
create trigger refuse_change before update or delete on sale_invoices for each row execute function refuse_change();
