-- Credits (money that arrived), the evidence for them, and the checks of the ledger.

create table credits (
  merchant_id text not null,
  credit_id text not null,
  account_id text not null,
  mode text not null,
  utr text check (length(utr) between 1 and 35),
  -- A person entered the UTR or saw the money without one, and no source has reported its UTR.
  is_utr_typed boolean not null default false,
  -- What the customer paid.
  amount_paise bigint not null check (amount_paise > 0),
  -- What was kept of it before it reached the account. Null: no source has reported a fee.
  fee_paise bigint,
  -- What is sent back of it: its refunds without those that failed or were cancelled. `count_refund` keeps it.
  refunding_paise bigint not null default 0,
  received_at timestamptz not null,
  payer_upi_id text check (length(payer_upi_id) <= 320),
  payer_name text check (length(payer_name) <= 255),
  -- As the first report names it. Only UPI, and what the account allows besides, settles an order by amount alone.
  rail text not null check (
    rail in ('upi', 'imps', 'neft', 'rtgs', 'ach', 'salary', 'cash', 'card', 'other', 'unknown')
  ),
  state text not null check (
    state in ('matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'ignored', 'refunded')
  ),
  order_id text,
  note text check (length(note) <= 1000),
  -- A question that waits for the merchant: perhaps this message reports the payment of that credit again.
  possible_repeat_of text,
  -- The credit of the same payment that counts in place of this one.
  merged_into text,
  -- The credit of another account with the same UTR, which has settled another order: our reference says that this payment is for this
  -- account's order. It may settle, and is in no sum.
  copy_of text,
  created_at timestamptz not null,
  primary key (merchant_id, credit_id),
  constraint credits_utr_once_an_account unique (merchant_id, account_id, utr),
  -- What orders_settled_by refers to.
  constraint credits_settling unique (merchant_id, credit_id, amount_paise),
  constraint credits_account foreign key (merchant_id, account_id, mode) references accounts (merchant_id, account_id, mode),
  foreign key (merchant_id, order_id) references orders,
  constraint credits_fee_of_the_amount check (fee_paise between 0 and amount_paise),
  -- `count_refund` refuses a refund that would exceed the amount. Only one that the provider sent although it had ended here may do so.
  constraint credits_refunding_not_negative check (refunding_paise >= 0),
  constraint credits_matched_to_an_order check (state <> 'matched' or order_id is not null),
  -- Without a UTR and a person, only an amount that nobody pays by chance proves an order: a lowered one, which is no whole rupee.
  constraint credits_match_by_utr_or_paise check (
    state <> 'matched' or utr is not null or amount_paise % 100 <> 0 or is_utr_typed
  ),
  foreign key (merchant_id, possible_repeat_of) references credits,
  foreign key (merchant_id, merged_into) references credits,
  foreign key (merchant_id, copy_of) references credits,
  constraint credits_possible_repeats_wait check (
    possible_repeat_of is null or (state = 'unmatched' and possible_repeat_of <> credit_id)
  ),
  -- A payment is counted once: a merged record has no UTR, settles nothing and is in no sum.
  constraint credits_merged_count_nowhere check (
    merged_into is null or (utr is null and state = 'ignored' and merged_into <> credit_id and refunding_paise = 0)
  )
);
-- One UTR is one payment of a merchant and mode, whichever account it is reported to.
create unique index credits_utr_once on credits (merchant_id, utr, mode) where copy_of is null;
-- Finds what may report the same payment. It starts otherwise than credits_utr_once: of a table that was never analysed, PostgreSQL
-- takes indexes that start alike for equally good, and reads all credits of an account for each UTR.
create index credits_by_amount on credits (merchant_id, amount_paise, account_id, received_at);
-- Those that a report with a UTR may complete. Few have none, so the index stays small.
create index credits_without_utr on credits (merchant_id, amount_paise, account_id, received_at)
  where utr is null and merged_into is null;
create index credits_merged on credits (merchant_id, merged_into) where merged_into is not null;
create index credits_possible_repeats on credits (merchant_id, possible_repeat_of) where possible_repeat_of is not null;
create index credits_of_order on credits (merchant_id, order_id) where order_id is not null;
-- The list of orders finds an order by the whole UPI ID of a payer.
create index credits_by_payer on credits (merchant_id, lower(payer_upi_id)) where order_id is not null;
-- The lists of credits, newest first, and the sums of a day.
create index credits_by_state on credits (merchant_id, state, received_at, credit_id);
-- For the operator's overview of all merchants. Few credits are open, so the index stays small.
create index credits_attention on credits (credit_id)
  where state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate');

-- The order refers to its credit by the amount too: no order can be settled with another amount than the credit's.
alter table orders add constraint orders_settled_by
  foreign key (merchant_id, settled_by_credit_id, settled_paise)
  references credits (merchant_id, credit_id, amount_paise);

create function guard_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'credits are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.merchant_id, new.credit_id, new.account_id, new.amount_paise, new.received_at, new.rail, new.created_at) is distinct from
     (old.merchant_id, old.credit_id, old.account_id, old.amount_paise, old.received_at, old.rail, old.created_at)
     or new.copy_of is distinct from old.copy_of or new.mode <> old.mode
     -- A UTR is corrected only where a person typed it and no source has reported it, or given up by a merged record.
     or (old.utr is not null and new.utr is distinct from old.utr and new.merged_into is null
       and (new.utr is null or not old.is_utr_typed))
     or (old.utr is not null and new.is_utr_typed and not old.is_utr_typed)
     or (old.fee_paise is not null and new.fee_paise is distinct from old.fee_paise) then
    raise exception 'the reported values of a credit never change' using errcode = 'integrity_constraint_violation';
  end if;
  if old.merged_into is not null and new.merged_into is distinct from old.merged_into then
    raise exception 'a merged credit stays merged' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'matched' and new.state not in ('matched', 'refunded') then
    raise exception 'a settling credit stays with its order' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_credit before update or delete on credits for each row execute function guard_credit();

-- What each account received per day of India, so that the sum of a month or a year reads few rows. Ignored credits (merged with
-- another record, or no payment to the merchant) do not count. A new credit appends a change and so waits for no other; a sweep adds
-- the changes to the days. The two tables together are exact at every moment.
create table received_days (
  merchant_id text not null,
  day date not null,
  account_id text not null,
  -- UPI, or no source named the rail.
  is_upi boolean not null,
  paise bigint not null,
  primary key (merchant_id, day, account_id, is_upi)
);
create table received_changes (
  merchant_id text not null,
  day date not null,
  change_id bigint generated always as identity,
  account_id text not null,
  is_upi boolean not null,
  paise bigint not null,
  primary key (merchant_id, day, change_id)
);
-- For the sweep.
create index received_changes_oldest on received_changes (change_id);

create function count_received() returns trigger language plpgsql as $$
declare
  received record;
begin
  -- Row by row, because a distributed table takes no rows from the table of new rows.
  for received in
    select merchant_id, (received_at at time zone 'Asia/Kolkata')::date as day, account_id, rail in ('upi', 'unknown') as is_upi,
      sum(amount_paise) as paise
    from new_credits where state <> 'ignored' and copy_of is null group by 1, 2, 3, 4
  loop
    insert into received_changes (merchant_id, day, account_id, is_upi, paise)
      values (received.merchant_id, received.day, received.account_id, received.is_upi, received.paise);
  end loop;
  return null;
end $$;
create trigger count_received after insert on credits referencing new table as new_credits
  for each statement execute function count_received();

create function count_ignored() returns trigger language plpgsql as $$
begin
  insert into received_changes (merchant_id, day, account_id, is_upi, paise) values (
    new.merchant_id, (new.received_at at time zone 'Asia/Kolkata')::date, new.account_id, new.rail in ('upi', 'unknown'),
    case when new.state = 'ignored' then -new.amount_paise else new.amount_paise end);
  return null;
end $$;
create trigger count_ignored after update on credits for each row
  when ((old.state = 'ignored') <> (new.state = 'ignored') and new.copy_of is null) execute function count_ignored();

-- The limits that a merchant came near to or above, each e-mailed once in its month or year.
create table limit_warnings (
  merchant_id text not null references merchants,
  limit_name text not null check (limit_name in ('p2pm_month', 'gst_services', 'gst_goods')),
  -- The first day of the month or of the financial year.
  period date not null,
  level text not null check (level in ('near', 'above')),
  warned_at timestamptz not null,
  primary key (merchant_id, limit_name, period, level)
);

-- Each report of a credit: by a provider, an alert, a statement row, or a person.
create table evidence (
  merchant_id text not null,
  credit_id text not null,
  source text not null check (source in ('provider', 'alert', 'statement', 'manual', 'simulator')),
  -- Recognizes the same report when it arrives again: a notification's id, or a row's hash.
  source_key text not null check (length(source_key) between 1 and 200),
  amount_paise bigint not null check (amount_paise > 0),
  reference text check (length(reference) <= 64),
  reported_at timestamptz not null,
  -- What tells reports without a UTR apart: who says it (bank or app, and phone), the number that the phone gave the message,
  -- keyed hashes of its sentence (without digits) and of its text, the payer's UPI ID or name, and the moment that people see.
  reporter text check (length(reporter) <= 320),
  message_id text check (length(message_id) <= 200),
  wording text check (length(wording) <= 200),
  payer text check (length(payer) <= 320),
  received_at timestamptz not null,
  -- The money came at some moment of this interval: what was named, widened by what clocks may differ.
  received_from timestamptz not null,
  received_to timestamptz not null,
  named text not null check (named in ('second', 'minute', 'day', 'nothing')),
  primary key (merchant_id, credit_id, source, source_key),
  constraint evidence_received check (received_from <= received_to),
  foreign key (merchant_id, credit_id) references credits
);
create trigger refuse_change before update or delete on evidence for each row execute function refuse_change();

create table credit_history (
  merchant_id text not null,
  credit_id text not null,
  entry_id text not null,
  at timestamptz not null,
  state text not null,
  order_id text,
  by_whom text not null,
  detail jsonb not null default '{}',
  primary key (merchant_id, credit_id, entry_id),
  foreign key (merchant_id, credit_id) references credits
);
create trigger refuse_change before update or delete on credit_history for each row execute function refuse_change();

-- Money that goes back of a credit. Galla moves none: the merchant's own UPI app or, when asked, the provider does.
create table refunds (
  merchant_id text not null,
  -- Also its name at the provider, stored before the provider is called: after a lost reply it is asked for by this name.
  refund_id text not null check (refund_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  credit_id text not null,
  account_id text not null,
  mode text not null check (mode in ('test', 'live')),
  amount_paise bigint not null check (amount_paise > 0),
  way text not null check (way in ('upi', 'provider')),
  state text not null check (state in ('requested', 'sent', 'confirmed', 'failed', 'cancelled')),
  -- The form or the integrator's refund that asked for it: the same again is this refund.
  request_id text check (length(request_id) between 1 and 64),
  utr text check (length(utr) between 1 and 35),
  -- The provider's own id of it.
  provider_id text check (length(provider_id) <= 64),
  confirmed_by text check (confirmed_by in ('alert', 'statement', 'provider')),
  requested_by text not null,
  note text check (length(note) <= 1000),
  -- Why it failed, or, until the provider names it, why the merchant says what became of it.
  reason text check (length(reason) <= 1000),
  requested_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  -- When the provider named it although it had ended here.
  revived_at timestamptz,
  -- When the provider was first asked to send it; null again if the request certainly was not taken. Else it may have been, so the provider is
  -- asked by the refund's name first.
  asked_at timestamptz,
  -- When the provider is asked next.
  due_at timestamptz,
  tries int not null default 0,
  primary key (merchant_id, refund_id),
  constraint refunds_request_once unique (merchant_id, mode, request_id),
  foreign key (merchant_id, credit_id) references credits,
  foreign key (merchant_id, account_id) references accounts,
  -- It may have one that ended here, and is asked until it has named it.
  constraint refunds_due_at_the_provider check (due_at is null or (way = 'provider' and (ended_at is null or provider_id is null))),
  constraint refunds_revived_by_the_provider check (revived_at is null or (way = 'provider' and provider_id is not null)),
  constraint refunds_sent check (sent_at is not null or state not in ('sent', 'confirmed')),
  constraint refunds_confirmed_by_a_source check ((state = 'confirmed') = (confirmed_by is not null)),
  constraint refunds_ended check ((state in ('confirmed', 'failed', 'cancelled')) = (ended_at is not null))
);
-- One transfer is one refund.
create unique index refunds_utr_once on refunds (merchant_id, mode, utr) where state in ('sent', 'confirmed');
create index refunds_due on refunds (due_at) where due_at is not null;
create index refunds_of_credit on refunds (merchant_id, credit_id);
-- Those that a debit may be.
create index refunds_by_amount on refunds (merchant_id, account_id, amount_paise);
-- The closing of a day.
create index refunds_by_time on refunds (merchant_id, sent_at) where sent_at is not null;

-- Debits of a payment account that may be the transfer of a refund: those with its UTR or its amount, and no others.
create table refund_debits (
  merchant_id text not null,
  account_id text not null,
  source text not null check (source in ('alert', 'statement')),
  source_key text not null check (length(source_key) between 1 and 200),
  utr text check (length(utr) between 1 and 35),
  amount_paise bigint not null check (amount_paise > 0),
  -- It was made at some moment until then: most statements name only the day.
  occurred_until timestamptz not null,
  payee_upi_id text check (length(payee_upi_id) <= 320),
  words text check (length(words) <= 200),
  reported_at timestamptz not null,
  -- It is still to be compared with the refunds.
  pending boolean not null default true,
  -- The refund that it confirmed. Null: nobody knows whether it is one.
  refund_id text,
  primary key (merchant_id, account_id, source, source_key),
  foreign key (merchant_id, account_id) references accounts,
  foreign key (merchant_id, refund_id) references refunds
);
create index refund_debits_by_amount on refund_debits (merchant_id, account_id, amount_paise);
create index refund_debits_pending on refund_debits (reported_at) where pending;
-- Those that are deleted by age.
create index refund_debits_free on refund_debits (reported_at) where refund_id is null;

create function count_refund() returns trigger language plpgsql as $$
declare
  change bigint := 0;
  left_paise bigint;
begin
  if tg_op = 'DELETE' then
    raise exception 'refunds are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.merchant_id, new.refund_id, new.credit_id, new.account_id, new.mode, new.amount_paise, new.way, new.requested_at)
      is distinct from
      (old.merchant_id, old.refund_id, old.credit_id, old.account_id, old.mode, old.amount_paise, old.way, old.requested_at)
      or (old.ended_at is not null and (new.state <> old.state or (old.utr is not null and new.utr is distinct from old.utr))
        and not (old.state in ('failed', 'cancelled') and new.state in ('sent', 'confirmed') and old.provider_id is null
          and new.provider_id is not null and new.revived_at is not null))
      or (old.revived_at is not null and new.revived_at is distinct from old.revived_at)
      or (old.state = 'sent' and new.state in ('requested', 'cancelled')) then
      raise exception 'what was asked and how it ended never changes' using errcode = 'integrity_constraint_violation';
    end if;
    if old.state not in ('failed', 'cancelled') then change := change - old.amount_paise; end if;
  end if;
  if new.state not in ('failed', 'cancelled') then change := change + new.amount_paise; end if;
  if change <> 0 then
    update credits set refunding_paise = refunding_paise + change
      where merchant_id = new.merchant_id and credit_id = new.credit_id
      returning amount_paise - refunding_paise into left_paise;
  end if;
  -- Two at once cannot exceed it either, because each updates the row of the credit.
  if tg_op = 'INSERT' and left_paise < 0 then
    raise exception 'credits_refunds_within_the_amount'
      using errcode = 'check_violation', constraint = 'credits_refunds_within_the_amount';
  end if;
  return null;
end $$;
create trigger count_refund after insert or update or delete on refunds for each row execute function count_refund();

-- Results of the ledger check: one row per night, and one per manual run. The report is for the operator's screen; it contains ids
-- and no personal data.
create table ledger_checks (
  checked_at timestamptz not null primary key,
  -- The night (in India) that it was for; null: a manual run.
  night date,
  took_ms int not null check (took_ms >= 0),
  orders bigint not null check (orders >= 0),
  credits bigint not null check (credits >= 0),
  faults bigint not null check (faults >= 0),
  report jsonb not null,
  constraint ledger_checks_once_a_night unique (night)
);
