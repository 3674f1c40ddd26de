-- The orders list: totals without counting, and a search. A sweep writes both from the orders, at a distance; creating an order
-- writes nothing here.
--
-- The id alone, which starts with the time of creation, decides what is included: an order up to its merchant's watermark is included,
-- and a later order is not yet, so a reader takes that one from the orders table. A change to an order that is already included (a
-- late status, or an order with an old id from a slow clock) updates these tables in the same transaction, by the triggers below. They
-- fire only for orders older than an hour, which spares every ordinary create and payment. The sweep stays two hours behind the
-- oldest running transaction, so nobody can change an included order without a trigger that notices.

create table order_watermarks (
  merchant_id text not null primary key,
  -- Every order of the merchant with an id up to this one is included.
  followed_to text not null default '' check (length(followed_to) <= 26)
);

-- A merchant's first account comes before its first order, so who locks the watermark always finds it.
create function create_order_watermark() returns trigger language plpgsql as $$
begin
  insert into order_watermarks (merchant_id) values (new.merchant_id) on conflict do nothing;
  return null;
end $$;
create trigger create_order_watermark after insert on accounts for each row execute function create_order_watermark();

-- The number and the amount of the orders per hour and per day, by status.
create table order_totals (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  span text not null check (span in ('hour', 'day')),
  -- In Asia/Kolkata, where hours start at half past those of UTC.
  begins_at timestamptz not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  orders bigint not null check (orders >= 0),
  -- The sum of what was received, or is to be paid.
  paise bigint not null check (paise >= 0),
  primary key (merchant_id, mode, span, begins_at, status)
);

-- Days start at midnight in India, which has been at +05:30 since 1945; both units divide evenly from there.
create function order_totals_begin(span text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(case span when 'hour' then interval '1 hour' else interval '24 hours' end, at, '2000-01-01T00:00:00+05:30')
$$;

create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

-- What the list filters, sorts and searches by: a row for each included order.
create table order_search (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  order_id text not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  -- What was received, or is to be paid.
  shown_paise bigint not null,
  -- Any part of these texts finds the order: in lower case, one per line.
  words text not null,
  -- Only the whole of these finds it: the mobile number and the UTRs, with '=' in front. The words' signs are here as well.
  terms text[] not null,
  primary key (merchant_id, mode, order_id) include (status, shown_paise)
) with (autovacuum_analyze_scale_factor = 0.02);
create index order_search_status on order_search (merchant_id, mode, status, order_id) include (shown_paise);
create index order_search_amount on order_search (merchant_id, mode, shown_paise, order_id) include (status);

-- New entries wait in a list and are merged together, which takes a fifth of the time of merging each one. Every search reads that
-- list, so the sweep merges it at its end, and the triggers below limit it to 64 kB.
create index order_search_text on order_search using gin (merchant_id, words gin_trgm_ops, terms) with (fastupdate = on);

-- All characters but Latin letters and digits. pg_trgm indexes no punctuation, and no other scripts where the database's locale is C.
create function order_search_signs(words text) returns text[] language sql immutable parallel safe
return array(select distinct sign from regexp_split_to_table(regexp_replace(words, E'[a-z0-9\n]+', '', 'g'), '') sign where sign <> '');

create function order_search_words(order_id text, client_txn_id text, customer_name text, customer_email text, payers text[])
returns text language sql immutable parallel safe
return lower(array_to_string(array[order_id, client_txn_id, customer_name, customer_email] || payers, E'\n'));

create function order_search_terms(customer_mobile text, utrs text[], words text) returns text[] language sql immutable parallel safe
return array['=' || customer_mobile] || array(select '=' || utr from unnest(utrs) utr) || order_search_signs(words);

create function follow_late_order() returns trigger language plpgsql set gin_pending_list_limit = '64kB' as $$
declare
  shown bigint := coalesce(new.settled_paise, new.payable_paise);
  counted_to text;
  payers text[];
  utrs text[];
  words text;
begin
  -- A shared lock: late changes do not wait for each other, and the sweep, which locks the row, runs entirely before or after this.
  select followed_to into counted_to from order_watermarks where merchant_id = new.merchant_id for share;
  if new.order_id > counted_to then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- Lock both rows in one order, so that two such changes cannot deadlock.
    perform 1 from order_totals
      where merchant_id = new.merchant_id and mode = new.mode and status in (old.status, new.status)
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s)
      order by span, status for update;
    update order_totals set orders = orders - 1, paise = paise - coalesce(old.settled_paise, old.payable_paise)
      where merchant_id = new.merchant_id and mode = new.mode and status = old.status
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s);
    update order_search set status = new.status, shown_paise = shown
      where merchant_id = new.merchant_id and mode = new.mode and order_id = new.order_id;
  else
    select array_agg(distinct payer_upi_id) filter (where payer_upi_id is not null), array_agg(utr) filter (where utr is not null)
      into payers, utrs from credits where merchant_id = new.merchant_id and order_id = new.order_id;
    words := order_search_words(new.order_id, new.client_txn_id, new.customer_name, new.customer_email, payers);
    insert into order_search (merchant_id, mode, order_id, status, shown_paise, words, terms) values (
      new.merchant_id, new.mode, new.order_id, new.status, shown, words,
      order_search_terms(new.customer_mobile, utrs, words));
  end if;
  insert into order_totals (merchant_id, mode, span, begins_at, status, orders, paise) values
    (new.merchant_id, new.mode, 'day', order_totals_begin('day', new.created_at), new.status, 1, shown),
    (new.merchant_id, new.mode, 'hour', order_totals_begin('hour', new.created_at), new.status, 1, shown)
    on conflict (merchant_id, mode, span, begins_at, status)
    do update set orders = order_totals.orders + 1, paise = order_totals.paise + excluded.paise;
  return null;
end $$;
create trigger follow_late_insert after insert on orders for each row
  when (new.created_at < now() - interval '1 hour') execute function follow_late_order();
create trigger follow_late_change after update on orders for each row
  when (old.status is distinct from new.status and new.created_at < now() - interval '1 hour')
  execute function follow_late_order();

-- A credit adds the payer's UPI ID and the UTR to the texts of its order, or takes them from the order that it was given to before.
create function follow_late_credit() returns trigger language plpgsql set gin_pending_list_limit = '64kB' as $$
begin
  if not exists (
    select from orders where merchant_id = new.merchant_id and order_id in (old.order_id, new.order_id)
      and created_at < now() - interval '1 hour') then
    return null;
  end if;
  perform from order_watermarks where merchant_id = new.merchant_id for share;
  update order_search s set words = t.words, terms = order_search_terms(t.customer_mobile, t.utrs, t.words)
  from (
    select o.order_id, o.mode, o.customer_mobile, c.utrs,
      order_search_words(o.order_id, o.client_txn_id, o.customer_name, o.customer_email, c.payers) as words
    from orders o cross join lateral (
      select array_agg(distinct payer_upi_id) filter (where payer_upi_id is not null) as payers,
        array_agg(utr) filter (where utr is not null) as utrs
      from credits c where c.merchant_id = new.merchant_id and c.order_id = o.order_id) c
    where o.merchant_id = new.merchant_id and o.order_id in (old.order_id, new.order_id)) t
  where s.merchant_id = new.merchant_id and s.mode = t.mode and s.order_id = t.order_id;
  return null;
end $$;
create trigger follow_late_credit after insert on credits for each row
  when (new.order_id is not null) execute function follow_late_credit();
create trigger follow_late_credit_change after update of order_id, payer_upi_id, utr on credits for each row
  when ((old.order_id, old.payer_upi_id, old.utr) is distinct from (new.order_id, new.payer_upi_id, new.utr))
  execute function follow_late_credit();
