-- Bank statements, bank alerts, payment claims, and the daily closing.

-- Statements of a bank or provider that a merchant imports. The encrypted file is stored until it is imported and then deleted; how
-- it was read and what was found stays. `read` grows in the transaction that writes the credits of the rows that it counts, so an
-- import that was interrupted continues exactly there.
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
  -- The first rows, encrypted; removed together with the file.
  preview_sealed bytea,
  rows int not null check (rows >= 0),
  read int not null default 0 check (read >= 0),
  imported int not null default 0 check (imported >= 0),
  matched int not null default 0 check (matched between 0 and imported),
  duplicates int not null default 0 check (duplicates >= 0),
  ignored jsonb not null default '{"debit":0,"unsuccessful":0,"other":0,"blank":0,"reversal":0,"returned":0}',
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

-- Each account has its own address for the bank alerts that the merchant's phone forwards.
create table alert_tokens (
  merchant_id text not null,
  account_id text not null,
  -- The hash finds the token; the encrypted copy is for the screen that shows it.
  token_hash bytea not null,
  token_sealed bytea not null,
  created_at timestamptz not null,
  -- With it, what comes to the address counts only if the forwarder signed it. Replacing the address removes it.
  signing_sealed bytea,
  signed_since timestamptz,
  primary key (merchant_id, account_id),
  constraint alert_tokens_signed check ((signing_sealed is null) = (signed_since is null)),
  foreign key (merchant_id, account_id) references accounts
);
create index alert_tokens_by_hash on alert_tokens (token_hash);

-- The ends of account numbers that trusted messages named, of accounts without `last_digits`: those of settled credits are taken for
-- the shop's; about any other the merchant is asked once.
create table account_digits (
  merchant_id text not null,
  account_id text not null,
  digits text not null check (digits ~ '^[0-9]{2,6}$'),
  -- When a message that names them was last recorded as settled, to the day.
  settled_at timestamptz,
  asked_at timestamptz,
  -- What the merchant says of the account.
  is_shops boolean,
  primary key (merchant_id, account_id, digits),
  constraint account_digits_for_a_reason check (num_nonnulls(settled_at, asked_at) > 0),
  foreign key (merchant_id, account_id) references accounts
);

-- Kept for thirty days. The message is encrypted; the columns hold what is searched or counted.
create table alerts (
  merchant_id text not null,
  alert_id text not null,
  account_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- How it came: forwarded by a phone, found in a mailbox, or sent to the account's e-mail address.
  channel text not null default 'phone' check (channel in ('phone', 'mailbox', 'address')),
  received_at timestamptz not null,
  -- When the message reached the phone, by the phone's clock; never after `received_at`.
  occurred_at timestamptz not null,
  -- The same for the same message: a phone repeats what got no reply.
  dedup_key bytea not null,
  sealed bytea not null,
  outcome text not null check (outcome in ('credit', 'ignored', 'unread', 'untrusted')),
  -- It reports a credit or a reversal that is not recorded yet, or a payment that is still to be looked for at the provider.
  pending boolean not null default false,
  credit_id text,
  primary key (merchant_id, alert_id),
  constraint alerts_once unique (merchant_id, account_id, dedup_key),
  foreign key (merchant_id, account_id) references accounts,
  foreign key (merchant_id, credit_id) references credits
);
create index alerts_pending on alerts (received_at) where pending;
create index alerts_list on alerts (merchant_id, mode, received_at, alert_id);
create index alerts_age on alerts (received_at);
-- Counted every minute for the badge. Most alerts were understood and are not in this index.
create index alerts_waiting on alerts (merchant_id, mode, received_at, alert_id) where outcome in ('unread', 'untrusted');

-- Messages that were refused before they were read, counted per hour and reason: anyone who knows the address can send them, so
-- nothing of their text is stored, and their number adds no rows.
create table refused_alerts (
  merchant_id text not null,
  account_id text not null,
  hour timestamptz not null,
  reason text not null check (reason in ('unsigned', 'wrong', 'old', 'undated', 'reused', 'too_large', 'too_many')),
  messages int not null check (messages > 0),
  last_at timestamptz not null,
  primary key (merchant_id, account_id, hour, reason),
  foreign key (merchant_id, account_id) references accounts
);
create index refused_alerts_age on refused_alerts (hour);

-- Signatures that forwarders used, for as long as they are valid. A signature counts for the body that it came with first: some
-- forwarders sign the time alone, and theirs could otherwise be put under any body.
create table used_alert_signatures (
  merchant_id text not null,
  account_id text not null,
  signature_hash bytea not null,
  body_hash bytea not null,
  used_at timestamptz not null,
  primary key (merchant_id, account_id, signature_hash),
  foreign key (merchant_id, account_id) references accounts
);
create index used_alert_signatures_age on used_alert_signatures (used_at);

-- What a customer says they paid, by the UTR that their app shows. The merchant reads it; it settles nothing.
create table payment_claims (
  merchant_id text not null,
  order_id text not null,
  utr text not null check (utr ~ '^[0-9]{12}$'),
  claimed_at timestamptz not null,
  primary key (merchant_id, order_id, utr),
  foreign key (merchant_id, order_id) references orders
);
create index payment_claims_by_time on payment_claims (merchant_id, claimed_at);
-- Finds the orders whose customers claimed the UTR of an open credit.
create index payment_claims_by_utr on payment_claims (merchant_id, utr);
create trigger refuse_change before update or delete on payment_claims for each row execute function refuse_change();

-- What the merchant decided about a claim. The claim itself never changes.
create table claim_decisions (
  merchant_id text not null,
  order_id text not null,
  utr text not null,
  decided_at timestamptz not null,
  by_whom text not null,
  note text check (length(note) <= 1000),
  primary key (merchant_id, order_id, utr),
  foreign key (merchant_id, order_id, utr) references payment_claims
);
create trigger refuse_change before update or delete on claim_decisions for each row execute function refuse_change();

-- Reports that a bank took a payment back: rows of a statement, and alerts. What was reported never changes. The credit is written
-- once it is known: a reversal may be reported before its payment.
create table reversal_reports (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('alert', 'statement')),
  source_key text not null check (length(source_key) between 1 and 200),
  -- Of the payment: its UTR, or the order whose reference the report carries. Neither, where the bank names no payment.
  utr text check (length(utr) between 1 and 35),
  order_id text check (length(order_id) <= 64),
  -- Null: the message does not say.
  amount_paise bigint check (amount_paise > 0),
  occurred_at timestamptz not null,
  -- The bank's own.
  words text check (length(words) <= 200),
  reported_at timestamptz not null,
  credit_id text,
  -- The merchant has seen that money went back, though nobody knows which payment it was.
  seen_at timestamptz,
  primary key (merchant_id, account_id, source, source_key),
  foreign key (merchant_id, account_id) references accounts,
  foreign key (merchant_id, credit_id) references credits
);
create index reversal_reports_of_credit on reversal_reports (merchant_id, credit_id) where credit_id is not null;
-- Those whose payment is not known, by what finds it, and by age.
create index reversal_reports_by_utr on reversal_reports (merchant_id, utr) where credit_id is null;
create index reversal_reports_by_order on reversal_reports (merchant_id, account_id, order_id)
  where credit_id is null and order_id is not null;
create index reversal_reports_waiting on reversal_reports (reported_at, source_key)
  where credit_id is null and (utr is not null or order_id is not null);
create index reversal_reports_by_age on reversal_reports (reported_at) where credit_id is null;
create index reversal_reports_unknown on reversal_reports (merchant_id, reported_at) where credit_id is null and seen_at is null;

-- One case for each credit that a bank took back. It changes neither the credit nor its order: the merchant decides.
create table reversals (
  merchant_id text not null,
  credit_id text not null,
  opened_at timestamptz not null,
  -- The event is sent once, when the credit settles an order.
  announced_at timestamptz,
  -- accepted: the loss is the merchant's. refunded: the customer has the money. ignored: it is no reversal of this payment.
  decision text check (decision in ('accepted', 'refunded', 'ignored')),
  decided_at timestamptz,
  -- The money is taken back, unless the merchant says that it is not.
  counts boolean not null generated always as (decision is distinct from 'ignored') stored,
  primary key (merchant_id, credit_id),
  foreign key (merchant_id, credit_id) references credits,
  constraint reversals_decided check ((decision is null) = (decided_at is null))
);
create index reversals_open on reversals (merchant_id, opened_at) where decision is null;
create index reversals_unannounced on reversals (opened_at, credit_id) where announced_at is null and decision is null;

-- How far the sweep has gone through the merchants to email the closing of a day (in India). It advances in the transaction that
-- queues their jobs, so each merchant is visited once, even if the sweep is interrupted.
create table closing_rounds (
  day date not null primary key,
  after_merchant_id text not null,
  is_done boolean not null
);

-- The closing emails that were sent, so that a repeated job does not send one again.
create table closing_mails (
  merchant_id text not null,
  day date not null,
  sent_at timestamptz not null,
  primary key (merchant_id, day)
);
create index closing_mails_age on closing_mails (day);
