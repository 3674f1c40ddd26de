-- Webhooks as their merchant sees them: what each attempt sent, sending again, and events in an order that a reader can follow.

-- What was sent, beside what came back. No body: the event's payload as it stands.
alter table webhook_attempts
  add column request_headers json check (octet_length(request_headers::text) <= 8192),
  add column request_body text check (octet_length(request_body) <= 20480);

alter table webhook_deliveries
  -- Attempts made before it was last sent again by hand or by a replay: its schedule begins after them.
  add column attempts_before int not null default 0 check (attempts_before >= 0),
  -- When it was last sent again. A replay leaves alone what was sent again since the replay was asked for.
  add column revived_at timestamptz;

-- The list, newest first; ids sort by time.
create index webhook_deliveries_newest on webhook_deliveries (merchant_id, mode, delivery_id);
create index webhook_deliveries_open on webhook_deliveries (merchant_id, mode, state, delivery_id) where state <> 'delivered';

-- An event's place in the order of GET /events, given when it is first read, and so after its commit: whoever commits late comes
-- late, and nobody who reads from a place on can miss him. None: not read yet, or a test ping.
alter table webhook_events add column position bigint check (position > 0);
create unique index webhook_events_position on webhook_events (merchant_id, mode, position) where position is not null;
create index webhook_events_unplaced on webhook_events (merchant_id, mode, event_id)
  where position is null and order_id is not null;

create table webhook_event_readers (
  merchant_id text not null references merchants,
  mode text not null check (mode in ('test', 'live')),
  -- Locked by whoever gives places.
  last_position bigint not null default 0 check (last_position >= 0),
  primary key (merchant_id, mode)
);

-- Events of a time that are sent again, a few at a time behind what is new.
create table webhook_replays (
  merchant_id text not null references merchants,
  replay_id text not null,
  mode text not null check (mode in ('test', 'live')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null check (length(state) between 1 and 20),
  -- What was sent again since then is left alone.
  as_of timestamptz not null,
  -- The event that the walk came by last.
  walked_to text not null default '',
  expected int not null check (expected >= 0),
  sent int not null default 0 check (sent >= 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  stopped boolean not null default false,
  primary key (merchant_id, replay_id),
  check (from_at < to_at)
);
create unique index webhook_replays_one_open on webhook_replays (merchant_id, mode) where finished_at is null;
create index webhook_replays_newest on webhook_replays (merchant_id, mode, replay_id);
