-- Logins: sessions, devices, two-factor login, and the links that set a password or change an email address.

-- Passkeys: each is password and second factor in one. A login names its account by the user handle, so that the id of a credential, which
-- its device chose, needs to be unique only within the account.
create table passkeys (
  merchant_id text not null references merchants,
  passkey_id text not null check (passkey_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) <= 2048),
  -- Of its signatures, where the device counts them; a copied device falls behind.
  counter bigint not null check (counter >= 0),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, passkey_id),
  constraint passkeys_credential_once unique (merchant_id, credential_id)
);

create table sessions (
  merchant_id text not null references merchants,
  -- SHA-256 of the cookie: reading the table is not enough to log in.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Safe to show, so that a session can be ended from another one.
  session_id text not null constraint sessions_id_shape check (session_id ~ '^ses_[0-9A-Za-z]{26,32}$'),
  -- The shop of others that it is in, as one of its members. Null: the login's own.
  shop_id text references merchants,
  -- The passkey that opened it: removing a passkey ends what it opened. Null: a password did.
  passkey_id text,
  mode text not null check (mode in ('test', 'live')),
  remember boolean not null,
  user_agent text not null check (length(user_agent) <= 255),
  created_at timestamptz not null,
  -- When the user last proved who they are: at the login, or later by a password or a code.
  confirmed_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, token_hash),
  constraint sessions_id_once unique (merchant_id, session_id),
  foreign key (merchant_id, passkey_id) references passkeys on delete cascade,
  check (expires_at > created_at)
);
-- A request has only its cookie. The hashes of tokens are random and long: unique without a constraint over all merchants, which a
-- database that is distributed by merchant cannot check.
create index sessions_by_token on sessions (token_hash);
-- For the sweep that deletes expired sessions.
create index sessions_expired on sessions (expires_at);

-- Browsers that have logged in to an account before. They are stored here, not in a self-proving cookie, so that the account can
-- forget them when its password, email address or second factor changes.
create table known_devices (
  merchant_id text not null references merchants,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  added_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (merchant_id, token_hash),
  check (last_used_at >= added_at)
);

-- Authenticator apps.
create table second_factors (
  merchant_id text not null primary key references merchants,
  -- Encrypted: reading the table is not enough to make codes.
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null during the set-up: an unconfirmed secret neither opens nor protects anything.
  confirmed_at timestamptz,
  -- The latest 30-second step whose code was accepted. Codes of that step and of earlier ones are void.
  last_step integer not null default 0 check (last_step >= 0)
);

create table recovery_codes (
  merchant_id text not null references second_factors on delete cascade,
  -- A keyed hash; the codes are shown once. A used code is deleted.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (merchant_id, code_hash)
);

-- What a device is to sign. Used, they are deleted. Null: a login, which does not say yet whose it is.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea not null primary key check (octet_length(challenge_hash) = 32),
  person_id text references merchants,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Links that set a new password. At most one for each merchant: a newer link replaces the older one.
create table password_resets (
  merchant_id text not null primary key references merchants,
  -- SHA-256 of the link's token: reading the table is not enough to use the link.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index password_resets_by_token on password_resets (token_hash);
create index password_resets_expired on password_resets (expires_at);

-- New email addresses that wait for confirmation by the link sent to them. At most one for each merchant.
create table email_changes (
  merchant_id text not null primary key references merchants,
  change_id text not null check (change_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  new_email text not null check (length(new_email) between 3 and 254),
  -- SHA-256 of the link's token; null until its email is written.
  token_hash bytea check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (expires_at > created_at)
);
create index email_changes_by_id on email_changes (change_id);
create index email_changes_by_token on email_changes (token_hash);
create index email_changes_expired on email_changes (expires_at);

-- Links back to the address that an account had before a change. While such a link is open, no other account can take the address.
create table email_restores (
  merchant_id text not null references merchants,
  restore_id text not null check (restore_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  old_email text not null check (length(old_email) between 3 and 254),
  token_hash bytea check (octet_length(token_hash) = 32),
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, restore_id),
  check (expires_at > changed_at)
);
create index email_restores_by_token on email_restores (token_hash);
create index email_restores_by_email on email_restores (old_email);
create index email_restores_expired on email_restores (expires_at);

-- Links into a shop's team. Used, they are deleted.
create table invitations (
  merchant_id text not null references merchants,
  invitation_id text not null check (invitation_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  role text not null check (role in ('owner', 'admin', 'accountant', 'developer', 'cashier')),
  -- Empty: its link was copied.
  email text not null check (length(email) <= 254),
  -- SHA-256 of the link's token; null until its e-mail is written.
  token_hash bytea check (octet_length(token_hash) = 32),
  -- It ends with the rights and the sessions of this person, who may have kept the link.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, invitation_id),
  check (expires_at > created_at)
);
create index invitations_by_token on invitations (token_hash);
create index invitations_expired on invitations (expires_at);

-- What happened to a merchant's login and security settings, and each call of a session that changed something, for the merchant to read.
-- Appended to, and deleted by age.
create table security_events (
  merchant_id text not null references merchants,
  event_id text not null check (event_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  at timestamptz not null,
  -- An event, or a call by its method and path.
  kind text not null check (kind ~ '^([a-z_]{3,40}|P(OS|U)T /[a-zA-Z/:-]{1,80})$'),
  -- Whose session did it, and what it was then. Null where none did: a link of an e-mail, failed logins.
  person_id text references merchants,
  role text check (role in ('owner', 'admin', 'accountant', 'developer', 'cashier', 'operator', 'guest')),
  mode text check (mode in ('test', 'live')),
  -- Only the network part of the address, and the device by our description. Empty when no browser was involved.
  network text not null check (length(network) <= 45),
  device text not null check (length(device) <= 60),
  -- What was changed, as text; never a secret.
  subject text not null check (length(subject) <= 400),
  primary key (merchant_id, event_id)
);
create index security_events_by_age on security_events (at);
