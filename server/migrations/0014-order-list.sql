-- The orders list: totals without counting, and a search. A sweep writes both from the orders, at a distance; creating an order
-- writes nothing here.
--
-- The id alone, which starts with the time of creation, decides what is included: an order up to the watermark is included, and a
-- later order is not yet, so a reader takes that one from the orders table. A change to an order that is already included (a late
-- status, or an order with an old id from a slow clock) updates these tables in the same transaction, by the triggers below. They
-- fire only for orders older than an hour, which spares every ordinary create and payment. The sweep stays two hours behind the
-- oldest running transaction, so nobody can change an included order without a trigger that notices.

create table order_watermarks (
  follower text not null primary key check (follower in ('totals')),
  -- Every order with an id up to this one is included.
  followed_to text not null check (length(followed_to) <= 26),
  -- How often everything was listed again from the start: then cached search results are void.
  times_set_back bigint not null default 0
);
insert into order_watermarks (follower, followed_to) values ('totals', '');

create function count_setting_back() returns trigger language plpgsql as $$
begin
  new.times_set_back = old.times_set_back + 1;
  return new;
end $$;
create trigger count_setting_back before update on order_watermarks for each row
  when (new.followed_to < old.followed_to) execute function count_setting_back();

-- The number and the amount of the orders per hour and per day, by status.
create table order_totals (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  span text not null check (span in ('hour', 'day')),
  -- In Asia/Kolkata, where hours start at half past those of UTC.
  begins_at timestamptz not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  orders bigint not null check (orders >= 0),
  -- The sum of the payable amounts.
  paise bigint not null check (paise >= 0),
  primary key (merchant_id, mode, span, begins_at, status)
);

-- Days start at midnight in India, which has been at +05:30 since 1945; both units divide evenly from there.
create function order_totals_begin(span text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(case span when 'hour' then interval '1 hour' else interval '24 hours' end, at, '2000-01-01T00:00:00+05:30')
$$;

-- A merchant's listed orders, in the order of their ids, are cut into slices. A search reads slice after slice and stops when it has
-- found enough, so that a word that is in every third order costs no more than a rare one.
create table order_slices (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- The slice ends before the next slice's first id; the first slice has no lower end.
  first_id text not null,
  -- As the sweep counted them, without the orders that were listed late.
  orders int not null check (orders >= 0),
  primary key (merchant_id, mode, first_id)
);

-- What the list filters and searches by.
create table listed_orders (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  order_id text not null,
  -- The name of its slice, unique among all merchants.
  slice text not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  payable_paise bigint not null,
  customer_mobile text not null,
  -- The searched texts in lower case, one per line.
  words text not null,
  primary key (merchant_id, mode, order_id) include (status, payable_paise)
);
create index listed_orders_status on listed_orders (merchant_id, mode, status, order_id) include (payable_paise);
create index listed_orders_amount on listed_orders (merchant_id, mode, payable_paise, order_id) include (status);

create function order_slice_name(merchant_id text, mode text, first_id text) returns text language sql immutable parallel safe as $$
  select case first_id when '' then merchant_id || ':' || mode else first_id end
$$;

-- The size class of an amount in paise: six for each power of ten, from a rupee on, between common prices. A search that is sorted by
-- amount reads the highest class first and stops when it has found enough.
create function order_amount_band(paise bigint) returns int language sql immutable parallel safe as $$
  select width_bucket(paise, array[
    100, 150, 220, 330, 470, 680, 1000, 1500, 2200, 3300, 4700, 6800, 10000, 15000, 22000, 33000, 47000, 68000,
    100000, 150000, 220000, 330000, 470000, 680000, 1000000, 1500000, 2200000, 3300000, 4700000, 6800000,
    10000000, 15000000, 22000000, 33000000, 47000000, 68000000]::bigint[])
$$;

create function order_band_name(merchant_id text, mode text, band int) returns text language sql immutable parallel safe as $$
  select 'about:' || merchant_id || ':' || mode || ':' || band
$$;

-- All keys of an order in the search index: every three neighbouring characters of its words, and longer keys for its merchant,
-- slice, status, mobile number, amount and size class. The high cost keeps the planner from computing this row by row. The body is
-- bound at creation, because an index is built without this schema in the search path.
create function order_marks(merchant_id text, mode text, slice text, status text, mobile text, paise bigint, words text)
returns text[] language sql immutable parallel safe cost 100000
return array['of:' || merchant_id || ':' || mode, slice, 'status:' || status, 'mobile:' || mobile, 'paise:' || paise,
    order_band_name(merchant_id, mode, order_amount_band(paise))]
  || array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n);

-- New entries wait in a list and are merged together, which takes a fifth of the time of merging each one. Every search reads that
-- list, so the sweep merges it at its end, and the triggers below limit it to 64 kB.
create index listed_orders_marks on listed_orders
  using gin (order_marks(merchant_id, mode, slice, status, customer_mobile, payable_paise, words) collate "C")
  with (fastupdate = on);

create function order_words(o orders) returns text language sql stable as $$
  select lower(concat_ws(E'\n', o.order_id, o.client_txn_id, o.customer_name, o.customer_email,
    (select string_agg(distinct payer_upi_id, E'\n') from credits c
     where c.merchant_id = o.merchant_id and c.order_id = o.order_id)))
$$;

-- How often a listed order changed late, per merchant and mode, counted in the transaction of the change. Between two snapshots with
-- the same count, the orders listed up to a watermark are the same, so a process may cache what a search found.
create table late_changes (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- A row per transaction, so that no change waits for another. '0' is the sum of the rows that the sweep has added up.
  transaction_id xid8 not null,
  changes bigint not null check (changes > 0),
  primary key (merchant_id, mode, transaction_id)
);

-- After a restore, a new transaction can have the number of an old row here: then it adds to that row.
create function count_late_change(merchant_id text, mode text) returns void language sql as $$
  insert into late_changes as c (merchant_id, mode, transaction_id, changes) values ($1, $2, pg_current_xact_id(), 1)
    on conflict (merchant_id, mode, transaction_id) do update set changes = c.changes + 1
$$;

-- The sweep only inserts: every other change of a listed order is late.
create function follow_late_listing() returns trigger language plpgsql as $$
begin
  perform count_late_change(old.merchant_id, old.mode);
  return null;
end $$;
create trigger follow_late_listing after update or delete on listed_orders for each row execute function follow_late_listing();

create function list_late_order(o orders) returns void language plpgsql as $$
declare
  begins text;
begin
  insert into order_slices (merchant_id, mode, first_id, orders) values (o.merchant_id, o.mode, '', 0) on conflict do nothing;
  select first_id into begins from order_slices s
    where s.merchant_id = o.merchant_id and s.mode = o.mode and s.first_id <= o.order_id order by first_id desc limit 1;
  insert into listed_orders (merchant_id, mode, order_id, slice, status, payable_paise, customer_mobile, words)
    values (o.merchant_id, o.mode, o.order_id, order_slice_name(o.merchant_id, o.mode, begins), o.status, o.payable_paise,
      o.customer_mobile, order_words(o));
  perform count_late_change(o.merchant_id, o.mode);
end $$;

create function follow_late_order() returns trigger language plpgsql set gin_pending_list_limit = '64kB' as $$
declare
  counted_to text;
begin
  -- A shared lock: late changes do not wait for each other, and the sweep, which locks the row, runs entirely before or after this.
  select followed_to into counted_to from order_watermarks where follower = 'totals' for share;
  if new.order_id > counted_to then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- Lock both rows in one order, so that two such changes cannot deadlock.
    perform 1 from order_totals
      where merchant_id = new.merchant_id and mode = new.mode and status in (old.status, new.status)
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s)
      order by span, status for update;
    update order_totals set orders = orders - 1, paise = paise - old.payable_paise
      where merchant_id = new.merchant_id and mode = new.mode and status = old.status
        and (span, begins_at) in (select s, order_totals_begin(s, new.created_at) from unnest(array['day', 'hour']) s);
    update listed_orders set status = new.status
      where merchant_id = new.merchant_id and mode = new.mode and order_id = new.order_id;
  else
    perform list_late_order(new);
  end if;
  insert into order_totals (merchant_id, mode, span, begins_at, status, orders, paise)
    select new.merchant_id, new.mode, s, order_totals_begin(s, new.created_at), new.status, 1, new.payable_paise
    from unnest(array['day', 'hour']) s
    on conflict (merchant_id, mode, span, begins_at, status)
    do update set orders = order_totals.orders + 1, paise = order_totals.paise + excluded.paise;
  return null;
end $$;
create trigger follow_late_insert after insert on orders for each row
  when (new.created_at < now() - interval '1 hour') execute function follow_late_order();
create trigger follow_late_change after update on orders for each row
  when (old.status is distinct from new.status and new.created_at < now() - interval '1 hour')
  execute function follow_late_order();

-- A credit of a listed order adds the payer's UPI ID to the searched texts.
create function follow_late_credit() returns trigger language plpgsql set gin_pending_list_limit = '64kB' as $$
declare
  o orders;
  listed_to text;
begin
  select * into o from orders where merchant_id = new.merchant_id and order_id = new.order_id;
  if o.created_at >= now() - interval '1 hour' then
    return null;
  end if;
  select followed_to into listed_to from order_watermarks where follower = 'totals' for share;
  if o.order_id <= listed_to then
    update listed_orders set words = order_words(o)
      where merchant_id = o.merchant_id and mode = o.mode and order_id = o.order_id;
  end if;
  return null;
end $$;
create trigger follow_late_credit after insert or update of order_id, payer_upi_id on credits for each row
  when (new.order_id is not null and new.payer_upi_id is not null) execute function follow_late_credit();
