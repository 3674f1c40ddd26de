-- Statements of a bank or provider that a merchant sends to be imported. The file lies sealed in the files until it is imported and
-- is deleted then; what stays is how it was read and what was found. `read` grows in the same transaction as the credits of the
-- rows that it counts, so whoever goes on after a crash goes on exactly there.

create table statements (
  merchant_id text not null,
  statement_id text not null check (statement_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  account_id text not null,
  mode text not null check (mode in ('test', 'live')),
  state text not null check (state in ('preview', 'importing', 'done', 'failed')),
  file_name text not null check (length(file_name) <= 100),
  format jsonb not null,
  header int not null check (header >= 0),
  columns jsonb not null,
  -- The first rows, sealed; gone with the file.
  preview_sealed bytea,
  rows int not null check (rows >= 0),
  read int not null default 0 check (read >= 0),
  imported int not null default 0 check (imported >= 0),
  matched int not null default 0 check (matched between 0 and imported),
  duplicates int not null default 0 check (duplicates >= 0),
  ignored jsonb not null default '{"debit":0,"unsuccessful":0,"other":0,"blank":0}',
  errors jsonb not null default '[]',
  error_count int not null default 0 check (error_count >= 0),
  failure text check (length(failure) <= 300),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, statement_id),
  foreign key (merchant_id, account_id) references accounts,
  constraint statements_finished check ((state in ('done', 'failed')) = (finished_at is not null)),
  constraint statements_failed_for_a_reason check ((state = 'failed') = (failure is not null)),
  constraint statements_preview_with_the_file check ((state in ('preview', 'importing')) = (preview_sealed is not null))
);

create index statements_age on statements (created_at);
