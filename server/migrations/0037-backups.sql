-- What was backed up, when, and whether the copy holds the key: told to the operator. A row is written when its file was read back.
create table backups (
  finished_at timestamptz not null,
  file text not null check (length(file) between 1 and 255),
  bytes bigint not null check (bytes > 0),
  rows_kept bigint not null check (rows_kept >= 0),
  files_kept bigint not null check (files_kept >= 0),
  with_key boolean not null,
  primary key (finished_at, file)
);
