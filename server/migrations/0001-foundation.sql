-- What every area uses: jobs, the data key, rate counters, the record of backups, and the trigger for append-only tables.

-- Work that is committed with what caused it and done afterwards, at least once. Jobs of no merchant are those of 'none'.
create table jobs (
  merchant_id text not null,
  job_id text not null,
  name text not null,
  payload json not null,
  -- Of all jobs with the same key there is one.
  key text,
  attempts integer not null default 0 check (attempts >= 0),
  -- While it waits, when it is due. While it runs, the end of its lease, which its process renews: then another process may take it.
  due_at timestamptz not null,
  -- Which claim it runs under; null while it waits.
  lease text,
  last_error text,
  created_at timestamptz not null,
  primary key (merchant_id, job_id),
  unique (merchant_id, key)
);
create index jobs_due on jobs (due_at) where attempts < 25;

-- The trigger of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- One data key encrypts everything at rest and keys every hash. It is stored only encrypted with the app key, so replacing the app
-- key means re-encrypting one row. During a replacement there are two copies, and the current and the next app key both work.
create table wrapped_data_keys (
  is_next boolean primary key,
  -- Identifies the app key that opens this copy, and reveals nothing else about it.
  key_mark text not null unique check (key_mark ~ '^[0-9a-f]{64}$'),
  wrapped bytea not null check (length(wrapped) between 1 and 1024)
);

-- Failed attempts per time window, for example logins per account and per address. The key is a keyed hash, never the address.
create table rate_counters (
  name text not null,
  key_hash bytea not null,
  window_started_at timestamptz not null,
  window_ends_at timestamptz not null,
  count integer not null check (count >= 0),
  primary key (name, key_hash),
  check (window_ends_at > window_started_at)
);
-- For the sweep that deletes windows that have ended.
create index rate_counters_ended on rate_counters (window_ends_at);

-- Since when some process takes HTTP requests without a gap, and when one last said so. While none does, nobody hears a phone.
create table listening (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  seen_at timestamptz not null check (seen_at >= since)
);

-- Backups that were made and read back successfully. The operator's screen shows the latest.
create table backups (
  finished_at timestamptz not null,
  file text not null check (length(file) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  primary key (finished_at, file)
);

-- Scheduled backups and restore drills, and those by command to the same target. One at a time: the program takes
-- an advisory lock, and ends rows that a dead process left unfinished when it has the lock.
create table backup_runs (
  kind text not null check (kind in ('backup', 'drill')),
  started_at timestamptz not null,
  finished_at timestamptz check (finished_at >= started_at),
  -- What was made or restored.
  file text check (length(file) between 1 and 255),
  -- Why it failed.
  problem text check (length(problem) between 1 and 1000),
  primary key (kind, started_at),
  check (case when finished_at is null then problem is null else (file is null) <> (problem is null) end)
);
create unique index backup_runs_one_at_a_time on backup_runs (kind) where finished_at is null;

-- Whose a backup is: a part of its name. A restore brings it back, so a restored installation continues with its own backups.
create table backup_installation (
  is_only boolean primary key default true check (is_only),
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$')
);

-- An overdue backup, or an overdue or failed drill, that the operator was mailed about; the row goes when it is over.
create table backup_alarms (
  kind text primary key check (kind in ('backup', 'drill')),
  raised_at timestamptz not null
);
