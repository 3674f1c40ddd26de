-- A session has a name that may be shown, so that it can be ended from another one, and remembers when its owner last proved
-- who they are: at the login, and whenever a password or a code was asked for since.
alter table sessions
  add column session_id text,
  add column confirmed_at timestamptz;
update sessions set
  session_id = 'ses_' || encode(substring(sha256(token_hash || '\x00'::bytea) from 1 for 16), 'hex'),
  confirmed_at = created_at;
alter table sessions
  alter column session_id set not null,
  alter column confirmed_at set not null,
  add constraint sessions_id_shape check (session_id ~ '^ses_[0-9A-Za-z]{26,32}$'),
  add constraint sessions_id_once unique (merchant_id, session_id);

-- What happened to a merchant's login and to what guards their money, for them to read. Appended to, and swept by age.
create table security_events (
  merchant_id text not null references merchants,
  event_id text not null check (event_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  -- From where: the network part of the address alone, and the device in our words. Empty where nobody's browser did it.
  network text not null check (length(network) <= 45),
  device text not null check (length(device) <= 60),
  -- What it was done to, in words; never a secret.
  subject text not null check (length(subject) <= 400),
  primary key (merchant_id, event_id)
);

create index security_events_by_age on security_events (at);
