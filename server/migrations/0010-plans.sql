-- What is sold, who bought it, and what runs. Prices are rows that are never changed: a new price is a new row, and what was
-- sold keeps the price it was sold at.

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
  order_id text not null constraint plan_purchases_order_once unique,
  platform_merchant_id text not null,
  plan_name text not null,
  billing_cycle text not null,
  cycle_days int not null check (cycle_days > 0),
  price_paise bigint not null check (price_paise > 0),
  qr_requests int not null check (qr_requests > 0),
  created_at timestamptz not null,
  -- Set once, with what it changed.
  activated_at timestamptz,
  change text check (change in ('started', 'renewed', 'replaced')),
  carried_qr_requests int check (carried_qr_requests >= 0),
  expires_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (platform_merchant_id, order_id) references orders (merchant_id, order_id),
  check ((activated_at is null) = (change is null)),
  check ((activated_at is null) = (carried_qr_requests is null)),
  check ((activated_at is null) = (expires_at is null))
);

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

-- The last plan of a merchant. Until when it runs and what is left of it stands in quotas, where creates need it.
create table subscriptions (
  merchant_id text not null primary key references quotas,
  order_id text not null,
  started_at timestamptz not null,
  qr_limit int not null check (qr_limit > 0),
  foreign key (merchant_id, order_id) references plan_purchases
);
