-- What the platform keeps for itself. Nothing here knows of payments.

-- A process that does work holds a session advisory lock named after its id, on a connection of its own. The lock ends with the
-- process, however it ends, so a lease that names a process whose lock is free is void at once.
create function galla_worker_lock(worker text) returns bigint
  language sql immutable strict parallel safe
  return hashtextextended('galla-worker:' || worker, 0);

-- Looks at the lock without taking it: taking it, even for a moment, would make the worker that is just starting fail to.
create function galla_worker_alive(worker text) returns boolean
  language sql stable strict
  return exists (
    select from pg_locks
    where locktype = 'advisory'
      and granted
      and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = (galla_worker_lock(worker) >> 32) & 4294967295
      and objid::bigint = galla_worker_lock(worker) & 4294967295
  );

-- Failures counted in windows: login attempts by account and by address. The key is a keyed hash, never the address itself.
create table rate_counters (
  name text not null,
  key_hash bytea not null,
  window_started_at timestamptz not null,
  window_ends_at timestamptz not null,
  count integer not null check (count >= 0),
  primary key (name, key_hash),
  check (window_ends_at > window_started_at)
);

create index rate_counters_ended on rate_counters (window_ends_at);
