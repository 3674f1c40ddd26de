-- A lease stood in its delivery's row, so that taking one wrote the row and all that finds it anew, and so did giving it back.
-- Not logged: a lease that is lost as the database crashes is void anyway, for its worker's life ends with the connection.
create unlogged table webhook_leases (
  merchant_id text not null,
  mode text not null,
  delivery_id text not null,
  -- Who is sending it now. Void once that process's advisory lock is free, or after `until`. One whose delivery was deleted
  -- meanwhile ends that way too, so nothing refers to it.
  worker_id text not null,
  until timestamptz not null,
  primary key (merchant_id, mode, delivery_id)
  -- It is empty most of the time, and a plan for an empty file reads all of it for each row.
) with (vacuum_truncate = off);
insert into webhook_leases (merchant_id, mode, delivery_id, worker_id, until)
select merchant_id, mode, delivery_id, leased_by, leased_until from webhook_deliveries where leased_by is not null;

drop index webhook_deliveries_due;
drop index webhook_deliveries_leased;
alter table webhook_deliveries drop constraint webhook_deliveries_lease_is_whole, drop column leased_by, drop column leased_until;
-- Led by the endpoint, so that a sweep hops from endpoint to endpoint, however long the queue of one has become.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, mode, due_at, delivery_id) where due_at is not null;
