-- What a merchant is told, and how the telling went. Events are written in the transaction of what they tell of.

create table webhook_endpoints (
  merchant_id text not null references merchants,
  mode text not null check (mode in ('test', 'live')),
  url text check (length(url) between 1 and 2048),
  format text not null default 'standard' check (format in ('standard', 'ekqr', 'cutepe')),
  -- Made when it is first needed. Editing or removing the URL leaves it alone; only rotating replaces it.
  secret_sealed bytea not null,
  -- Signs beside the new one for a while after a rotation.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- The first of the failures since the last success: the endpoint is in the slow lane.
  failing_since timestamptz,
  paused_at timestamptz,
  -- gone: it answered 410. failing: nothing but failures for days.
  pause_reason text check (pause_reason in ('gone', 'failing')),
  created_at timestamptz not null,
  primary key (merchant_id, mode),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_paused_for_a_reason check ((paused_at is null) = (pause_reason is null))
);

create table webhook_events (
  merchant_id text not null,
  -- The webhook-id: the same in every attempt, redelivery and replay.
  event_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- None: a test ping.
  order_id text,
  event text not null check (length(event) between 1 and 64),
  sequence int not null check (sequence > 0),
  -- The exact text that is signed and sent.
  payload text not null check (octet_length(payload) <= 20480),
  created_at timestamptz not null,
  primary key (merchant_id, event_id),
  -- One change of an order is told by one event, whoever tries to tell it twice.
  constraint webhook_events_once unique (merchant_id, order_id, sequence)
);
create index webhook_events_age on webhook_events (created_at);

create table webhook_deliveries (
  merchant_id text not null,
  delivery_id text not null,
  event_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Where the last attempt went; before the first, where it would have gone when the event was written.
  url text not null check (length(url) <= 2048),
  -- pending: not tried yet. failed: tried, and will be again. exhausted: no attempt is left.
  -- paused: the endpoint is paused or has no URL; goes on when a URL is saved.
  state text not null check (state in ('pending', 'delivered', 'failed', 'exhausted', 'paused')),
  attempts_made int not null default 0 check (attempts_made >= 0),
  due_at timestamptz,
  -- Who is sending it now. Void once that process's advisory lock is free, or after leased_until.
  leased_by text,
  leased_until timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, delivery_id),
  constraint webhook_deliveries_event foreign key (merchant_id, event_id) references webhook_events on delete cascade,
  constraint webhook_deliveries_due_while_open check ((state in ('pending', 'failed')) = (due_at is not null)),
  constraint webhook_deliveries_lease_is_whole check ((leased_by is null) = (leased_until is null))
);
create index webhook_deliveries_of_event on webhook_deliveries (merchant_id, event_id);
-- Led by the endpoint, so that a sweep hops from endpoint to endpoint, however long the queue of one has become.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, mode, due_at, delivery_id)
  where due_at is not null and leased_by is null;
create index webhook_deliveries_leased on webhook_deliveries (merchant_id, mode, leased_by) where leased_by is not null;
create index webhook_deliveries_paused on webhook_deliveries (merchant_id, mode) where state = 'paused';

create table webhook_attempts (
  merchant_id text not null,
  delivery_id text not null,
  attempt int not null check (attempt > 0),
  at timestamptz not null,
  -- None: no HTTP answer came; `error` says why.
  status int check (status between 100 and 999),
  duration_ms int not null check (duration_ms >= 0),
  error text check (length(error) <= 500),
  response text check (octet_length(response) <= 1024),
  primary key (merchant_id, delivery_id, attempt),
  foreign key (merchant_id, delivery_id) references webhook_deliveries on delete cascade
);
