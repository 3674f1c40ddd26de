-- QRs that a provider makes, and the notifications that providers send.

-- A QR is pending while it is requested from the provider (invisible, no quota), then shown together with the order or the attempt
-- that it belongs to, or abandoned and closed. Its reference is never used again.
create table provider_qrs (
  merchant_id text not null,
  -- The provider knows the attempt by this.
  reference text not null check (reference ~ '^[A-Za-z0-9_-]{1,40}$'),
  account_id text not null,
  source text not null,
  order_id text not null,
  attempt int not null check (attempt between 1 and 5),
  client_txn_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- From then on a process asks the provider for it. After the length of a lease, nobody waits for the result.
  reserved_at timestamptz not null,
  -- When the provider itself ends the QR.
  ends_at timestamptz not null,
  provider_id text check (length(provider_id) between 1 and 100),
  link text check (length(link) <= 1024),
  shown_at timestamptz,
  abandoned_at timestamptz,
  state text not null generated always as (
    case when shown_at is not null then 'shown' when abandoned_at is not null then 'abandoned' else 'pending' end) stored,
  -- When to close it at the provider; null: nothing is left to do.
  close_due_at timestamptz,
  close_tries int not null default 0 check (close_tries >= 0),
  closed_at timestamptz,
  -- Lets a foreign key require the order only of a shown QR.
  shown_order_id text generated always as (case when shown_at is not null then order_id end) stored,
  primary key (merchant_id, reference),
  foreign key (merchant_id, account_id) references accounts,
  constraint provider_qrs_of_an_order foreign key (merchant_id, shown_order_id) references orders (merchant_id, order_id),
  constraint provider_qrs_shown_or_abandoned check (shown_at is null or abandoned_at is null),
  constraint provider_qrs_shown_is_made check (shown_at is null or (provider_id is not null and link is not null)),
  constraint provider_qrs_closed_is_decided check (closed_at is null or shown_at is not null or abandoned_at is not null),
  constraint provider_qrs_abandoned_is_closed check (abandoned_at is null or close_due_at is not null or closed_at is not null)
);
-- An attempt has one QR. Of several requests for one client_txn_id, before its order exists or after, only one calls the provider.
create unique index provider_qrs_one_of_attempt on provider_qrs (merchant_id, client_txn_id, attempt) where state <> 'abandoned';
create index provider_qrs_of_order on provider_qrs (merchant_id, order_id, attempt) where state = 'shown';
create unique index provider_qrs_provider_id on provider_qrs (merchant_id, account_id, source, provider_id)
  where provider_id is not null;
-- For the sweeps that abandon and close QRs.
create index provider_qrs_reserved on provider_qrs (reserved_at) where state = 'pending';
create index provider_qrs_close_due on provider_qrs (close_due_at) where close_due_at is not null;

create function guard_provider_qr() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'QRs of a provider are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.reference, new.account_id, new.source, new.order_id, new.attempt, new.client_txn_id, new.amount_paise)
     is distinct from
     (old.merchant_id, old.reference, old.account_id, old.source, old.order_id, old.attempt, old.client_txn_id, old.amount_paise)
     or (old.shown_at is not null
         and (new.shown_at, new.provider_id, new.link) is distinct from (old.shown_at, old.provider_id, old.link))
     or (old.abandoned_at is not null and new.abandoned_at is distinct from old.abandoned_at) then
    raise exception 'a published or abandoned QR never changes' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_provider_qr before update or delete on provider_qrs for each row execute function guard_provider_qr();

-- Signed notifications from providers. Each counts once, however often it is sent. Deleted by age, long after its provider gave up: its
-- credit would be known by its UTR.
create table provider_notifications (
  merchant_id text not null,
  account_id text not null,
  source text not null,
  event_id text not null check (length(event_id) between 1 and 128),
  received_at timestamptz not null,
  message text not null check (length(message) <= 200),
  primary key (merchant_id, account_id, source, event_id),
  foreign key (merchant_id, account_id) references accounts
);
create index provider_notifications_age on provider_notifications (received_at);
create trigger refuse_change before update on provider_notifications for each row execute function refuse_change();
