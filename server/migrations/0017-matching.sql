-- How a credit finds its order by amount alone, what merchants do about credits that did not, and what customers claim.

-- A credit without a reference is for an order that was open when it came or had closed up to a quarter of an hour before. An order
-- with a window of up to 15 minutes and one attempt was therefore made in the half hour before the credit: the primary key, whose
-- ids begin with the time, finds these, and creating them costs nothing. Longer windows and retried orders are few and stand here.
create index orders_open_long on orders (merchant_id, account_id, payable_paise, expires_at)
  where settled_by_credit_id is null and (window_seconds > 900 or attempt > 1);

-- "Unique amounts": which payable amounts of an account belong to which order, until when. The primary key is what keeps two orders
-- of one account apart.
create table taken_amounts (
  merchant_id text not null,
  account_id text not null,
  payable_paise bigint not null check (payable_paise > 0),
  order_id text not null,
  free_at timestamptz not null,
  primary key (merchant_id, account_id, payable_paise),
  foreign key (merchant_id, account_id) references accounts
);
create index taken_amounts_of_order on taken_amounts (merchant_id, order_id);
create index taken_amounts_freed on taken_amounts (free_at);

-- What a customer says to have paid, by the UTR his app shows. It is read by the merchant and settles nothing.
create table payment_claims (
  merchant_id text not null,
  order_id text not null,
  utr text not null check (utr ~ '^[0-9]{12}$'),
  claimed_at timestamptz not null,
  primary key (merchant_id, order_id, utr),
  foreign key (merchant_id, order_id) references orders
);
create index payment_claims_by_time on payment_claims (merchant_id, claimed_at);

create trigger refuse_change before update or delete on payment_claims for each row execute function refuse_change();

-- Lists of credits, newest first, and the sums of a day.
create index credits_by_state on credits (merchant_id, state, received_at, credit_id);
drop index credits_open;
create index orders_paid_late on orders (merchant_id, paid_at) where paid_late;
