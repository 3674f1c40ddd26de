-- What the merchant wrote about an order, for himself. Never changed, never deleted, like everything that is told of money.
create table order_notes (
  merchant_id text not null,
  order_id text not null,
  -- The first has 1; the bound keeps an order's detail a page.
  number int not null check (number between 1 and 200),
  at timestamptz not null,
  body text not null check (length(body) between 1 and 1000),
  -- The login's address at that time.
  by_whom text not null check (length(by_whom) between 1 and 254),
  primary key (merchant_id, order_id, number),
  foreign key (merchant_id, order_id) references orders
);

create trigger refuse_change before update or delete on order_notes
  for each row execute function refuse_change();
