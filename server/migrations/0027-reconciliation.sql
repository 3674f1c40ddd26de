-- What merchants decide about their customers' claims, which messages wait for them, and the closing of a day by mail.

-- A claim itself is never changed.
create table claim_decisions (
  merchant_id text not null,
  order_id text not null,
  utr text not null,
  decided_at timestamptz not null,
  by_whom text not null,
  note text check (length(note) <= 1000),
  primary key (merchant_id, order_id, utr),
  foreign key (merchant_id, order_id, utr) references payment_claims
);
create trigger refuse_change before update or delete on claim_decisions for each row execute function refuse_change();
-- A payment that waits names the orders whose customers claimed its UTR.
create index payment_claims_by_utr on payment_claims (merchant_id, utr);

-- Counted each minute for the badge; the messages that were understood are many.
create index alerts_waiting on alerts (merchant_id, mode, received_at, alert_id) where outcome in ('unread', 'untrusted');

alter table merchants add column closing_mail boolean not null default true;

-- How far the merchants were looked through for the letters about a day (of India). It moves on in the transaction that leaves their
-- jobs, so each merchant is asked about once, whoever sweeps and wherever it was cut off.
create table closing_rounds (
  day date not null primary key,
  after_merchant_id text not null,
  is_done boolean not null
);

-- A letter that was sent is not sent again when its job is.
create table closing_mails (
  merchant_id text not null,
  day date not null,
  sent_at timestamptz not null,
  primary key (merchant_id, day)
);
create index closing_mails_age on closing_mails (day);
