-- What the check of the ledger found: one row a night, and one for each run by hand. The report itself is for the operator's
-- screen; ids stand in it, nothing of anybody's person.

create table ledger_checks (
  checked_at timestamptz not null primary key,
  -- The night (of India) that it was for; null: by hand.
  night date,
  took_ms int not null check (took_ms >= 0),
  orders bigint not null check (orders >= 0),
  credits bigint not null check (credits >= 0),
  faults bigint not null check (faults >= 0),
  report jsonb not null,
  constraint ledger_checks_once_a_night unique (night)
);
