-- What operators did: by whom, when, to what, and how it was before and after. Written with the deed, never changed.
create table operator_acts (
  act_id text primary key check (act_id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  operator_id text not null references merchants,
  at timestamptz not null,
  act text not null check (length(act) between 1 and 64),
  about_merchant_id text references merchants,
  subject text not null check (length(subject) <= 255),
  reason text check (length(reason) between 1 and 1000),
  before jsonb not null,
  after jsonb not null
);

create index operator_acts_about on operator_acts (about_merchant_id, act_id) where about_merchant_id is not null;
create trigger refuse_change before update or delete on operator_acts for each row execute function refuse_change();

-- Every three neighbouring characters of what a merchant is found by, so that a part of a word finds him without reading all.
-- It costs much, so that no plan asks it of row after row.
create function merchant_words(merchant_id text, name text, email text, website_name text, mobile_number text)
returns text language sql immutable parallel safe as $$
  select lower(name || ' ' || email || ' ' || website_name || ' ' || merchant_id || ' ' || mobile_number)
$$;
create function word_marks(words text) returns text[] language sql immutable parallel safe cost 100000 as $$
  select array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$$;
create index merchants_marks on merchants
  using gin (word_marks(merchant_words(merchant_id, name, email, website_name, mobile_number)) collate "C");
create index merchants_suspended on merchants (merchant_id) where suspended_at is not null;

-- What operators look for across merchants. Few rows are in that state, so each index is small whatever the tables are.
create index credits_attention on credits (credit_id)
  where state in ('unmatched', 'ambiguous', 'amount_mismatch', 'duplicate');
create index webhook_endpoints_unhealthy on webhook_endpoints (merchant_id, mode)
  where failing_since is not null or paused_at is not null;
