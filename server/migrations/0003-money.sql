-- The money core. Invariants are numbered as in docs/decisions/ and the tests:
--  1 a credit is unique by (account, UTR)              credits_utr_once
--  2 one credit settles one order and the other way    orders_settled_once, one column
--  3 success if and only if settled by exactly the     orders_success_is_settled, orders_settled_amount_is_payable,
--    payable amount, or one that a named person took   orders_settled_by (the amount travels in the foreign key)
--  4 success is final                                  guard_order
--  5 nothing is deleted or rewritten                   guard_order, refuse_change

create table orders (
  merchant_id text not null,
  order_id text not null check (order_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  mode text not null check (mode in ('test', 'live')),
  account_id text not null,
  client_txn_id text not null check (length(client_txn_id) between 1 and 64),
  request_hash bytea not null,
  status text not null default 'created' check (status in ('created', 'pending', 'success', 'failed')),
  failure_reason text check (failure_reason in ('declined', 'expired')),
  version int not null default 1 check (version > 0),
  attempt int not null default 1 check (attempt between 1 and 5),
  amount_paise bigint not null check (amount_paise between 1 and 100000000),
  payable_paise bigint not null check (payable_paise between 1 and amount_paise),
  purpose text not null check (length(purpose) <= 255),
  customer_name text not null check (length(customer_name) <= 100),
  customer_email text not null check (length(customer_email) <= 254),
  customer_mobile text not null check (length(customer_mobile) <= 32),
  redirect_url text not null check (length(redirect_url) <= 2048),
  udf1 text check (length(udf1) <= 255),
  udf2 text check (length(udf2) <= 255),
  udf3 text check (length(udf3) <= 255),
  created_at timestamptz not null,
  window_seconds int not null check (window_seconds between 1 and 2592000),
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- When the order changes by itself: the window's end and the settling time, or the end of retrying.
  due_at timestamptz,
  -- When a source is asked next; swept by the sources, which live above.
  next_check_at timestamptz,
  paid_at timestamptz,
  paid_late boolean not null default false,
  settled_by_credit_id text,
  settled_paise bigint,
  amount_accepted_by text,
  amount_accepted_why text,
  primary key (merchant_id, order_id),
  constraint orders_order_id unique (order_id),
  constraint orders_client_txn_id_once unique (merchant_id, mode, client_txn_id),
  constraint orders_settled_once unique (merchant_id, settled_by_credit_id),
  constraint orders_account foreign key (merchant_id, account_id) references accounts,
  constraint orders_failed_for_a_reason check ((status = 'failed') = (failure_reason is not null)),
  constraint orders_success_is_settled check (
    (status = 'success') = (settled_by_credit_id is not null)
    and (status = 'success') = (settled_paise is not null)
    and (status = 'success') = (paid_at is not null)
  ),
  constraint orders_settled_amount_is_payable check (
    settled_paise = payable_paise or (amount_accepted_by is not null and amount_accepted_why is not null)
  ),
  constraint orders_final_is_not_due check (
    due_at is null or status <> 'success' and failure_reason is distinct from 'expired'
  )
);

create index orders_due on orders (due_at) where due_at is not null;

create table order_history (
  merchant_id text not null,
  order_id text not null,
  -- The order's version that this change made; version 1 is the creation, which the order itself tells.
  version int not null check (version > 1),
  at timestamptz not null,
  event text not null,
  detail jsonb not null default '{}',
  primary key (merchant_id, order_id, version),
  foreign key (merchant_id, order_id) references orders
);

create table credits (
  merchant_id text not null,
  credit_id text not null,
  account_id text not null,
  utr text check (length(utr) between 1 and 35),
  amount_paise bigint not null check (amount_paise > 0),
  received_at timestamptz not null,
  payer_upi_id text check (length(payer_upi_id) <= 320),
  payer_name text check (length(payer_name) <= 255),
  state text not null check (
    state in ('matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'ignored', 'refunded')
  ),
  order_id text,
  note text check (length(note) <= 1000),
  created_at timestamptz not null,
  primary key (merchant_id, credit_id),
  constraint credits_utr_once unique (merchant_id, account_id, utr),
  constraint credits_settling unique (merchant_id, credit_id, amount_paise),
  foreign key (merchant_id, account_id) references accounts,
  foreign key (merchant_id, order_id) references orders,
  constraint credits_matched_to_an_order check (state <> 'matched' or order_id is not null),
  constraint credits_without_utr_never_match check (state <> 'matched' or utr is not null)
);

create index credits_of_order on credits (merchant_id, order_id) where order_id is not null;
create index credits_open on credits (merchant_id, state)
  where state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate');

alter table orders add constraint orders_settled_by
  foreign key (merchant_id, settled_by_credit_id, settled_paise)
  references credits (merchant_id, credit_id, amount_paise);

create table evidence (
  merchant_id text not null,
  credit_id text not null,
  source text not null check (source in ('provider', 'alert', 'statement', 'manual', 'simulator')),
  -- What makes this telling one and the same when it is told again: a notification's id, a row's hash.
  source_key text not null check (length(source_key) between 1 and 200),
  amount_paise bigint not null check (amount_paise > 0),
  reference text check (length(reference) <= 64),
  told_at timestamptz not null,
  primary key (merchant_id, credit_id, source, source_key),
  foreign key (merchant_id, credit_id) references credits
);

create table credit_history (
  merchant_id text not null,
  credit_id text not null,
  entry_id text not null,
  at timestamptz not null,
  state text not null,
  order_id text,
  by_whom text not null,
  detail jsonb not null default '{}',
  primary key (merchant_id, credit_id, entry_id),
  foreign key (merchant_id, credit_id) references credits
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create function guard_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if old.status = 'success' and (new.status <> 'success'
     or new.settled_by_credit_id is distinct from old.settled_by_credit_id
     or new.paid_at is distinct from old.paid_at) then
    raise exception 'success is final' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.order_id, new.mode, new.account_id, new.client_txn_id, new.amount_paise, new.payable_paise,
      new.created_at) is distinct from
     (old.merchant_id, old.order_id, old.mode, old.account_id, old.client_txn_id, old.amount_paise, old.payable_paise,
      old.created_at) then
    raise exception 'what an order asks for never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status is distinct from old.status and new.version <> old.version + 1 then
    raise exception 'a changed status is a new version' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function guard_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'credits are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.credit_id, new.account_id, new.amount_paise, new.received_at, new.created_at) is distinct from
     (old.merchant_id, old.credit_id, old.account_id, old.amount_paise, old.received_at, old.created_at)
     or (old.utr is not null and new.utr is distinct from old.utr) then
    raise exception 'what a credit tells never changes' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'matched' and new.state not in ('matched', 'refunded') then
    raise exception 'a settling credit stays with its order' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger guard_order before update or delete on orders for each row execute function guard_order();
create trigger guard_credit before update or delete on credits for each row execute function guard_credit();
create trigger refuse_change before update or delete on order_history for each row execute function refuse_change();
create trigger refuse_change before update or delete on evidence for each row execute function refuse_change();
create trigger refuse_change before update or delete on credit_history for each row execute function refuse_change();

-- The first 2xx reply to an Idempotency-Key, kept 24 hours and repeated byte for byte.
create table idempotent_replies (
  merchant_id text not null,
  mode text not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  request_hash bytea not null,
  reply text,
  created_at timestamptz not null,
  primary key (merchant_id, mode, idempotency_key)
);
create index idempotent_replies_age on idempotent_replies (created_at);
