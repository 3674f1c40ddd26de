-- Any order gets a number when a receiver that keeps ids in 32-bit integers first hears of it; one of an EKQR client has it at once.
-- New numbers fit 31 bits. Orders that have a longer one keep it: their clients know them by it.
alter table orders
  drop constraint orders_ekqr_is_numbered,
  add constraint orders_ekqr_is_numbered check (dialect is distinct from 'ekqr' or order_number is not null);

-- Receivers of other gateways' forms take some failures for payments, so a merchant turns failures on. Who has a URL keeps what it had.
alter table webhook_endpoints alter column tells_failures set default false;
update webhook_endpoints set tells_failures = false where url is null;
