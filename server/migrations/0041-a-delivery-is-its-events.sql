-- An event has one delivery at most, so the delivery takes the event's id and most of its row. What changes while it is sent stands
-- in a small table of its own: of a delivery that succeeds at once nothing is written anew, its row there is deleted. As one table
-- with a state, each success wrote the row and three indexes once more.

-- What was being sent names a delivery that has another id now; it is sent again, under the same webhook-id.
truncate webhook_leases;
alter table webhook_leases rename column delivery_id to event_id;

alter table webhook_attempts rename to webhook_attempts_of_before;
alter index webhook_attempts_pkey rename to webhook_attempts_of_before_pkey;
alter table webhook_deliveries rename to webhook_deliveries_of_before;
alter table webhook_deliveries_of_before drop constraint webhook_deliveries_event;

alter table webhook_events
  drop constraint webhook_events_pkey,
  add primary key (merchant_id, mode, event_id),
  -- False: there was no URL when it happened, and nobody asked for it since.
  add column has_delivery boolean not null default true;
alter table webhook_events alter column has_delivery set default false;
update webhook_events e set has_delivery = false where not exists (
  select from webhook_deliveries_of_before d where d.merchant_id = e.merchant_id and d.event_id = e.event_id);

create table webhook_attempts (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  attempt int not null check (attempt > 0),
  at timestamptz not null,
  url text not null check (length(url) <= 2048),
  -- None: no HTTP answer came; `error` says why.
  status int check (status between 100 and 999),
  duration_ms int not null check (duration_ms >= 0),
  error text check (length(error) <= 500),
  -- The beginning of what came back.
  response text check (octet_length(response) <= 1024),
  request_headers json check (octet_length(request_headers::text) <= 8192),
  -- None: the event's payload as it stands.
  request_body text check (octet_length(request_body) <= 20480),
  -- No foreign key: it would write the event's row for each attempt. One is only written together with its row of
  -- webhook_undelivered, which has one, and whoever deletes events deletes theirs.
  primary key (merchant_id, mode, event_id, attempt)
);
insert into webhook_attempts
select d.merchant_id, d.mode, d.event_id,
       row_number() over (partition by d.merchant_id, d.mode, d.event_id order by a.at, a.delivery_id, a.attempt),
       a.at, d.url, a.status, a.duration_ms, a.error, a.response, a.request_headers, a.request_body
from webhook_attempts_of_before a join webhook_deliveries_of_before d using (merchant_id, delivery_id);

-- What has still to be delivered, or was given up. A delivery without a row here was delivered.
create table webhook_undelivered (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  -- Where it would have gone when it became due.
  url text not null check (length(url) <= 2048),
  -- pending: not tried yet. failed: tried, and will be again. exhausted: no attempt is left.
  -- paused: the endpoint is paused or has no URL; goes on when a URL is saved.
  state text not null check (state in ('pending', 'failed', 'exhausted', 'paused')),
  due_at timestamptz,
  attempts_made int not null default 0 check (attempts_made >= 0),
  -- Those made before it was last sent again by hand or by a replay: its schedule begins after them.
  attempts_before int not null default 0 check (attempts_before between 0 and attempts_made),
  -- When it was last sent again. A replay leaves alone what was sent again since the replay was asked for.
  revived_at timestamptz,
  primary key (merchant_id, mode, event_id),
  constraint webhook_undelivered_event foreign key (merchant_id, mode, event_id) references webhook_events on delete cascade,
  constraint webhook_undelivered_due_while_waiting check ((state in ('pending', 'failed')) = (due_at is not null))
  -- It is nearly empty most of the time, and a plan for an empty file reads all of it for each row.
) with (vacuum_truncate = off);
insert into webhook_undelivered
select distinct on (merchant_id, mode, event_id) merchant_id, mode, event_id, url, state, due_at, made, least(attempts_before, made), revived_at
from webhook_deliveries_of_before d cross join lateral (
  select count(*)::int as made from webhook_attempts a
  where a.merchant_id = d.merchant_id and a.mode = d.mode and a.event_id = d.event_id) tried
where state <> 'delivered'
order by merchant_id, mode, event_id, delivery_id desc;
-- Led by the endpoint, so that a sweep hops from endpoint to endpoint, however long the queue of one has become.
create index webhook_undelivered_due on webhook_undelivered (merchant_id, mode, due_at, event_id) where due_at is not null;
create index webhook_undelivered_state on webhook_undelivered (merchant_id, mode, state, event_id);

drop table webhook_attempts_of_before, webhook_deliveries_of_before;

-- Nobody looks for anything by these, and to read a sample of them was most of what an analyze took.
alter table webhook_events alter column payload set statistics 0;
alter table webhook_attempts
  alter column error set statistics 0, alter column response set statistics 0,
  alter column request_headers set statistics 0, alter column request_body set statistics 0;

create view webhook_deliveries as
select e.merchant_id, e.mode, e.event_id, e.event, e.order_id, e.sequence, e.payload, e.created_at,
       coalesce(u.state, 'delivered') as state, u.due_at, u.revived_at, u.url as next_url,
       coalesce(u.attempts_made, (
         select max(attempt) from webhook_attempts a
         where a.merchant_id = e.merchant_id and a.mode = e.mode and a.event_id = e.event_id)) as attempts_made
from webhook_events e left join webhook_undelivered u using (merchant_id, mode, event_id)
where e.has_delivery;
