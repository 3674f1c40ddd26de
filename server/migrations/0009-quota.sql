-- Who may still create live orders. One row a merchant, made at the first live order and taken once by each batch of
-- creates, in the statement that inserts the orders: so a crash, a refusal or a repetition can neither leak nor oversell.

create table quotas (
  merchant_id text not null primary key references merchants,
  -- What is left of the free trial, and of the running plan; the plan's is void once it has expired.
  trial_left int not null check (trial_left >= 0),
  plan_left int not null default 0 check (plan_left >= 0),
  plan_expires_at timestamptz,
  -- Live orders that took one: their number, for the ledger's check.
  used bigint not null default 0 check (used >= 0),
  check (plan_left = 0 or plan_expires_at is not null)
) with (fillfactor = 50);
