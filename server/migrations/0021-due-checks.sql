-- Due questions are looked for account by account, so that one account's thousands delay nobody else's.
drop index orders_check_due;
create index orders_check_due on orders (merchant_id, account_id, next_check_at) where next_check_at is not null;
