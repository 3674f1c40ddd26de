-- Orders, their quota, and everything that belongs to one order. The rules about money are constraints of this file and the next:
--  1 a credit is unique by (mode, UTR); without a UTR  credits_utr_once, credits_match_by_utr_or_paise
--    it settles no whole rupee
--  2 one credit settles one order, and one order is    orders_settled_once, one column
--    settled by one credit
--  3 success if and only if settled by exactly the     orders_success_is_settled, orders_settled_amount_is_payable,
--    payable amount, or one that a named person        orders_settled_by (the amount is part of the foreign key)
--    accepted
--  4 success is final                                  guard_order
--  5 nothing is deleted or rewritten                   guard_order, guard_credit, refuse_change

create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- The texts of an order as the list searches them: in lower case, each byte of a character outside ASCII as a backslash and three digits.
-- pg_trgm indexes letters and digits, but those of other scripts only where the database's locale knows them.
create function order_words(texts text) returns text language sql immutable parallel safe
return encode(replace(lower(texts), E'\\', E'\\\\')::bytea, 'escape');

create table orders (
  merchant_id text not null,
  order_id text not null check (order_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  mode text not null check (mode in ('test', 'live')),
  account_id text not null,
  client_txn_id text not null check (length(client_txn_id) between 1 and 64),
  request_hash bytea not null,
  -- The compatible gateway API that created the order; null: our API, the dashboard, or a plan.
  dialect text check (dialect in ('ekqr', 'cutepe')),
  -- The id as an integer, for clients that need one. An order gets it when such a client first sees it; new numbers fit 31 bits.
  order_number bigint check (order_number between 0 and 9007199254740991),
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
  -- The notice that the page showed when it was opened. Null: none.
  notice_version int,
  -- When the order changes by itself: at the end of the window plus the settling time, or at the end of retrying.
  due_at timestamptz,
  -- The polling schedule starts here: the page was opened, the payment was retried, or the API asked for the status.
  checks_from timestamptz,
  next_check_at timestamptz,
  paid_at timestamptz,
  paid_late boolean not null default false,
  settled_by_credit_id text,
  settled_paise bigint,
  amount_accepted_by text,
  amount_accepted_why text,
  -- The merchant erases this customer: the data goes, of an open order when it ends, whatever the term.
  customer_erasure_asked boolean not null default false,
  customer_erased_at timestamptz,
  -- What the list shows and sorts by: what was received, or is to be paid.
  shown_paise bigint not null generated always as (coalesce(settled_paise, payable_paise)) stored,
  -- Any part of these texts finds the order in the list.
  words text not null generated always as (
    order_words(order_id || E'\n' || client_txn_id || E'\n' || customer_name || E'\n' || customer_email || E'\n' || customer_mobile)
  ) stored,
  primary key (merchant_id, order_id),
  constraint orders_client_txn_id_once unique (merchant_id, mode, client_txn_id),
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
  constraint orders_notice foreign key (merchant_id, notice_version) references data_notices,
  constraint orders_erased_customer check (
    customer_erased_at is null or customer_name = '' and customer_email = '' and customer_mobile = ''
  ),
  constraint orders_final_is_not_due check (
    due_at is null or status <> 'success' and failure_reason is distinct from 'expired'
  )
);
-- Only of settled orders: an index of all would hold each unpaid order of a merchant under one entry, and the planner would sometimes read
-- them all to find the few of one amount.
create unique index orders_settled_once on orders (merchant_id, settled_by_credit_id) where settled_by_credit_id is not null;
-- For a look-up by the order id alone. With text_pattern_ops the planner cannot use this index for a range of ids of one
-- merchant: it would read the orders of all merchants in that range. Sweeps over all merchants use it with `~>~` and `~<~`.
create index orders_order_id on orders (order_id text_pattern_ops);
create unique index orders_number on orders (merchant_id, order_number) where order_number is not null;
-- For the sweep that expires orders.
create index orders_due on orders (due_at) where due_at is not null;
-- Starts with the account, so that thousands of due checks of one account delay no other account.
create index orders_check_due on orders (merchant_id, account_id, next_check_at) where next_check_at is not null;
-- A credit without a reference can belong to an order that was open when the credit came, or that closed up to 15 minutes before.
-- For windows of up to 15 minutes and one attempt, the order was created in the half hour before, and the primary key finds it,
-- because ids start with the time. Longer windows and retried orders are few, and are found by this index.
create index orders_open_long on orders (merchant_id, payable_paise, expires_at)
  where settled_by_credit_id is null and (window_seconds > 900 or attempt > 1);
-- Those whose customer's data may be due to go, the oldest first: what is erased leaves them.
create index orders_with_customer on orders (merchant_id, order_id) where customer_erased_at is null and shown_paise > 0;
create index orders_erasure_asked on orders (merchant_id, order_id) where customer_erasure_asked and customer_erased_at is null;
create index orders_paid_late on orders (merchant_id, paid_at) where paid_late;

-- The list of orders. Its pages, totals and sums read only these indexes, also those far from the newest order. Each order has more than
-- 0 paise: the list says so, and other statements do not, so PostgreSQL cannot take these indexes for them. It would take the small
-- ones to find the few orders of a merchant in an hour, and read all of the merchant's orders.
create index orders_list on orders (merchant_id, mode, order_id) include (status, shown_paise, created_at) where shown_paise > 0;
create index orders_by_amount on orders (merchant_id, mode, shown_paise, order_id) include (status) where shown_paise > 0;
-- Equal entries take six bytes each, so that a million orders are counted in 80 ms.
create index orders_by_status on orders (merchant_id, mode, status) where shown_paise > 0;
-- New entries wait in a list and are merged together, which is cheaper. Every search reads that list, so it is short.
create index orders_words on orders using gin (merchant_id, words gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024) where shown_paise > 0;
-- By default the planner knows 100 texts, too few to tell a word of 2 % of the orders from a rare one.
alter table orders alter column words set statistics 500;
-- Reading only indexes, PostgreSQL looks up the rows that were not vacuumed yet. By default a fifth of them may be waiting.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);

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
    raise exception 'the requested values of an order never change' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status is distinct from old.status and new.version <> old.version + 1 then
    raise exception 'a changed status is a new version' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_order before update or delete on orders for each row execute function guard_order();

create table order_history (
  merchant_id text not null,
  order_id text not null,
  -- The version that this change made. Version 1 is the creation, which the order's own row records.
  version int not null check (version > 1),
  at timestamptz not null,
  event text not null,
  detail jsonb not null default '{}',
  primary key (merchant_id, order_id, version),
  foreign key (merchant_id, order_id) references orders
);
create trigger refuse_change before update or delete on order_history for each row execute function refuse_change();

-- Receipts to email to customers. The primary key allows one for each order.
create table receipt_emails (
  merchant_id text not null,
  order_id text not null,
  -- Null once a process took it: an email that may have left is never sent again.
  due_at timestamptz,
  tries int not null default 0 check (tries between 0 and 5),
  sent_at timestamptz,
  check (sent_at is null or due_at is null),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders
);
create index receipt_emails_due on receipt_emails (due_at) where due_at is not null;

-- The merchant's private notes about an order.
create table order_notes (
  merchant_id text not null,
  order_id text not null,
  -- Starts at 1. The limit keeps the order's detail to one page.
  number int not null check (number between 1 and 200),
  at timestamptz not null,
  body text not null check (length(body) between 1 and 1000),
  -- The login's email address at that time.
  by_whom text not null check (length(by_whom) between 1 and 254),
  primary key (merchant_id, order_id, number),
  foreign key (merchant_id, order_id) references orders
);
create trigger refuse_change before update or delete on order_notes for each row execute function refuse_change();

-- The first 2xx reply to an Idempotency-Key, kept for 24 hours and repeated byte for byte.
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

-- How many live orders a merchant may still create. One row per merchant, made at the first live order. Each live order
-- updates it in the statement that inserts the order, so that neither a crash nor a retry can leak or oversell quota.
create table quotas (
  merchant_id text not null primary key references merchants,
  -- What is left of the free trial and of the running plan. The plan's part is void once the plan has expired.
  trial_left int not null check (trial_left >= 0),
  plan_left int not null default 0 check (plan_left >= 0),
  plan_expires_at timestamptz,
  -- The number of live orders that used quota, for the ledger check.
  used bigint not null default 0 check (used >= 0),
  check (plan_left = 0 or plan_expires_at is not null)
  -- Updated by every live order: half-empty pages let PostgreSQL write the new version beside the old one (HOT updates).
) with (fillfactor = 50);

-- The "unique amounts" option: which payable amounts of an account are reserved for which order, and until when. The primary key
-- keeps two orders of one account apart.
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

-- The provider calls about one order. One at a time: the caller takes the lease and renews it.
create table order_checks (
  merchant_id text not null,
  order_id text not null,
  -- Calls about this order alone, and calls shared with other orders of its account.
  calls int not null default 0 check (calls >= 0),
  shared_calls int not null default 0 check (shared_calls >= 0),
  last_call_at timestamptz,
  -- The next call is about this order alone, because a list of many QRs did not include it.
  alone boolean not null default false,
  leased_by text,
  leased_until timestamptz,
  -- The first and the latest results, repeated ones counted: [{at, until, times, source, message}].
  results jsonb not null default '[]' check (jsonb_array_length(results) <= 30),
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders
);
