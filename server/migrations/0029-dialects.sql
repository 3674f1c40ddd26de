-- What integrators of other gateways bring along: an order remembers the dialect it was made in.

alter table orders
  -- None: our own call, the dashboard, a plan.
  add column dialect text check (dialect in ('ekqr', 'cutepe')),
  -- The id as the integer that EKQR's clients expect; it follows from order_id, and is kept so that it is unique.
  add column order_number bigint check (order_number between 0 and 9007199254740991),
  add constraint orders_ekqr_is_numbered check ((dialect is not distinct from 'ekqr') = (order_number is not null));
create unique index orders_number on orders (merchant_id, order_number) where order_number is not null;

alter table webhook_endpoints
  -- Until its merchant chooses a format, each order is told in the dialect that it was made in.
  add column format_chosen boolean not null default false,
  -- Receivers of other gateways' notifications take some failures for payments: their merchants can have only successes.
  add column tells_failures boolean not null default true;
update webhook_endpoints set format_chosen = true where format <> 'standard';

-- Of the order that it tells of.
alter table webhook_events add column dialect text check (dialect in ('ekqr', 'cutepe'));
