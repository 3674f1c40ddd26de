-- An account that was replaced and is connected again is the same row, with its orders and credits.
alter table accounts
  -- When it became the account of new orders again; null for one that never was connected a second time.
  add column revived_at timestamptz check (revived_at >= created_at);
