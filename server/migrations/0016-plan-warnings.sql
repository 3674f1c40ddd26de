-- Which warnings of a running plan were mailed: each at most once for each purchase, whoever sweeps, and however often.

create table plan_warnings (
  merchant_id text not null,
  order_id text not null,
  kind text not null check (kind in ('days_7', 'days_1', 'quota_80', 'quota_100')),
  warned_at timestamptz not null,
  primary key (merchant_id, order_id, kind),
  foreign key (merchant_id, order_id) references plan_purchases
);
