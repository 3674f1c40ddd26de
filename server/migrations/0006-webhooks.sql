-- Webhooks: endpoints, events, deliveries, replays. An event is written in the transaction of the change that it reports.

create table webhook_endpoints (
  merchant_id text not null references merchants,
  mode text not null check (mode in ('test', 'live')),
  -- 1: the endpoint of the specification, which every mode has. The others are further ones, which a merchant adds.
  endpoint_id int not null default 1 check (endpoint_id > 0),
  -- Only of endpoint 1: the last id that was given. No id is given twice, so events keep the ids of removed endpoints.
  last_endpoint_id int not null default 1,
  name text check (length(name) between 1 and 60),
  url text check (length(url) between 1 and 2048),
  -- What a further endpoint gets. Endpoint 1 gets what its columns say.
  events text[],
  -- Whether any status from 200 to 299 delivers, instead of 200 alone.
  takes_any_2xx boolean not null default false,
  format text not null default 'standard' check (format in ('standard', 'ekqr', 'ekqr_json', 'cutepe')),
  -- Until the merchant chooses a format, each event uses the dialect that its order was created in.
  format_chosen boolean not null default false,
  -- Receivers of other gateways' notifications mistake some failures for payments, so a merchant turns failures on.
  tells_failures boolean not null default false,
  -- Whether events about silent sources are sent here. Receivers that were written before them would take them for unknown orders, so a
  -- merchant turns them on.
  tells_sources boolean not null default false,
  -- Created when first needed. Editing or removing the URL keeps it; only a rotation replaces it.
  secret_sealed bytea not null,
  -- After a rotation the previous secret signs too, for a while.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- The first failure since the last success; null: healthy.
  failing_since timestamptz,
  paused_at timestamptz,
  -- gone: it replied 410. failing: nothing but failures for days. by_hand: the merchant paused it.
  pause_reason text check (pause_reason in ('gone', 'failing', 'by_hand')),
  created_at timestamptz not null,
  primary key (merchant_id, mode, endpoint_id),
  constraint webhook_endpoints_names unique (merchant_id, mode, name),
  constraint webhook_endpoints_further_are_whole
    check ((endpoint_id = 1) = (name is null) and (endpoint_id = 1) = (events is null) and (endpoint_id = 1 or url is not null)),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_paused_for_a_reason check ((paused_at is null) = (pause_reason is null))
);
-- For the operator's overview of all merchants. Few endpoints are unhealthy, so the index stays small.
create index webhook_endpoints_unhealthy on webhook_endpoints (merchant_id, mode, endpoint_id)
  where failing_since is not null or paused_at is not null;

create table webhook_events (
  merchant_id text not null,
  -- The webhook-id header: the same in every attempt and replay.
  event_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Null: an event that is no change of an order: a test ping, one about a source of payments, or a reversed payment.
  order_id text,
  -- The integer by which receivers of EKQR's format know the order. Null: not about an order.
  order_number bigint,
  event text not null check (length(event) between 1 and 64),
  sequence int not null check (sequence > 0),
  -- The dialect of the order.
  dialect text check (dialect in ('ekqr', 'cutepe')),
  -- What an event of a kind that only further endpoints get is about, such as a refund. Null: another kind.
  about text check (length(about) between 1 and 100),
  -- The exact text that is signed and sent.
  payload text not null check (octet_length(payload) <= 20480),
  -- When a failure is final. Other gateways' formats do not report it before. Null: at once.
  final_at timestamptz,
  -- Of endpoint 1. False: there was no URL at that time, and nobody has asked to send it since.
  has_delivery boolean not null default false,
  -- The further endpoints that have a delivery of it.
  further int[] not null default '{}',
  -- The place in GET /events. It is given when the event is first read, so after its commit: an event that commits late gets a late
  -- place, and a reader who continues from a place never misses one. Null: not read yet, or not about an order.
  position bigint check (position > 0),
  created_at timestamptz not null,
  primary key (merchant_id, mode, event_id),
  -- One change of an order is one event, even if it is recorded twice.
  constraint webhook_events_once unique (merchant_id, order_id, sequence)
);
create index webhook_events_age on webhook_events (created_at);
create unique index webhook_events_once_about on webhook_events (merchant_id, mode, event, about) where about is not null;
create unique index webhook_events_position on webhook_events (merchant_id, mode, position) where position is not null;
create index webhook_events_unplaced on webhook_events (merchant_id, mode, event_id)
  where position is null and about is null and event like 'order.%';
-- No query filters by the payload, and sampling these long texts made ANALYZE slow.
alter table webhook_events alter column payload set statistics 0;

-- The last place given to an event, per merchant and mode. Locked while places are given.
create table webhook_event_readers (
  merchant_id text not null references merchants,
  mode text not null check (mode in ('test', 'live')),
  last_position bigint not null default 0 check (last_position >= 0),
  primary key (merchant_id, mode)
);

-- Deliveries that are waiting or were given up. An event has at most one for each endpoint; one without a row here was delivered. A separate
-- small table, because a delivery that succeeds then costs one deleted row instead of an update of the event and all its indexes.
create table webhook_undelivered (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  -- No foreign key: recording an event would lock its endpoints. Rows of a removed endpoint are never claimed, and are deleted.
  endpoint_id int not null default 1,
  -- The endpoint's URL when the delivery became due.
  url text not null check (length(url) <= 2048),
  -- pending: not tried yet. failed: will be tried again. exhausted: no attempt is left.
  -- paused: the endpoint is paused or has no URL; continues when a URL is saved.
  -- cancelled: a failure of an order that was paid or tried again since. One that is being sent keeps its lease, so that its attempt is
  -- recorded; none follows.
  state text not null check (state in ('pending', 'failed', 'exhausted', 'paused', 'cancelled')),
  due_at timestamptz,
  attempts_made int not null default 0 check (attempts_made >= 0),
  -- Attempts before the last manual resend or replay: the retry schedule starts again after them.
  attempts_before int not null default 0 check (attempts_before between 0 and attempts_made),
  -- A process is sending the delivery, and extends this time while it works. Afterwards any process can claim it.
  leased_until timestamptz,
  -- The token of the claim: only its holder records the attempt, so an attempt of a lease that was lost is not recorded.
  lease text,
  -- When it was last sent again. A replay skips events that were sent again since the replay was requested.
  revived_at timestamptz,
  primary key (merchant_id, mode, event_id, endpoint_id),
  constraint webhook_undelivered_event foreign key (merchant_id, mode, event_id) references webhook_events on delete cascade,
  constraint webhook_undelivered_leased_until check ((lease is null) = (leased_until is null)),
  constraint webhook_undelivered_due_while_waiting check ((state in ('pending', 'failed')) = (due_at is not null))
  -- Usually almost empty. If vacuum shortened the file, plans made for an empty table would read all of it for each row.
) with (vacuum_truncate = off, fillfactor = 70);
-- Starts with the endpoint, so that a sweep steps from endpoint to endpoint, however long the queue of one is.
create index webhook_undelivered_due on webhook_undelivered (merchant_id, mode, endpoint_id, due_at, event_id) where due_at is not null;
-- Starts with the state: if it started as the primary key does, PostgreSQL 15 would take it for one row while the table is small, and read
-- the whole queue of the endpoint.
create index webhook_undelivered_state on webhook_undelivered (state, merchant_id, mode, endpoint_id, event_id);

-- What each attempt sent and received.
create table webhook_attempts (
  merchant_id text not null,
  mode text not null,
  event_id text not null,
  endpoint_id int not null default 1,
  attempt int not null check (attempt > 0),
  at timestamptz not null,
  url text not null check (length(url) <= 2048),
  -- Null: no HTTP response came; `error` says why.
  status int check (status between 100 and 999),
  duration_ms int not null check (duration_ms >= 0),
  error text check (length(error) <= 500),
  -- The beginning of the response body.
  response text check (octet_length(response) <= 1024),
  request_headers json check (octet_length(request_headers::text) <= 8192),
  -- Null: the event's payload.
  request_body text check (octet_length(request_body) <= 20480),
  -- No foreign key to the event: checking it would lock the event's row at each attempt. Attempts are written together with their
  -- row of webhook_undelivered, which has a foreign key, and are deleted together with their event.
  primary key (merchant_id, mode, event_id, endpoint_id, attempt)
);
alter table webhook_attempts
  alter column error set statistics 0, alter column response set statistics 0,
  alter column request_headers set statistics 0, alter column request_body set statistics 0;

-- Every delivery with its state, as the screens show it.
create view webhook_deliveries as
select e.merchant_id, e.mode, e.event_id, given.endpoint_id, e.event, e.order_id, e.sequence, e.payload, e.created_at,
       coalesce(u.state, 'delivered') as state, u.due_at, u.revived_at, u.url as next_url,
       coalesce(u.attempts_made, (
         select max(attempt) from webhook_attempts a
         where a.merchant_id = e.merchant_id and a.mode = e.mode and a.event_id = e.event_id
           and a.endpoint_id = given.endpoint_id)) as attempts_made
from webhook_events e
cross join lateral unnest(case when e.has_delivery then array[1] || e.further else e.further end) given (endpoint_id)
left join webhook_undelivered u on u.merchant_id = e.merchant_id and u.mode = e.mode and u.event_id = e.event_id
  and u.endpoint_id = given.endpoint_id;

-- Requests to send the events of a period again, a few at a time, behind new events.
create table webhook_replays (
  merchant_id text not null references merchants,
  replay_id text not null,
  mode text not null check (mode in ('test', 'live')),
  endpoint_id int not null default 1,
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null check (length(state) between 1 and 20),
  -- Events that were sent again since then are skipped.
  as_of timestamptz not null,
  -- The last event that was looked at.
  walked_to text not null default '',
  expected int not null check (expected >= 0),
  sent int not null default 0 check (sent >= 0),
  created_at timestamptz not null,
  -- Replays take turns by this time, so that one to a dead receiver does not delay the others.
  worked_at timestamptz,
  finished_at timestamptz,
  stopped boolean not null default false,
  primary key (merchant_id, replay_id),
  check (from_at < to_at)
);
create unique index webhook_replays_one_open on webhook_replays (merchant_id, mode, endpoint_id) where finished_at is null;
create index webhook_replays_newest on webhook_replays (merchant_id, mode, endpoint_id, replay_id);
