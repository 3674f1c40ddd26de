-- What the orders list finds its rows by: status, amount and words of every order, kept outside the create. The sweep that counts
-- orders writes these rows in the same step, so the watermark of migration 0005 tells of both: an order up to it stands here, an
-- order after it does not yet, and a reader looks at the orders themselves for those. All begins anew with this migration;
-- until the sweep has come through, readers find everything in the orders.

truncate order_totals;
update order_watermarks set followed_to = '';

-- A merchant's listed orders in the order of their ids are cut into slices. A search reads slices one after the other and stops
-- when it has found enough, so that a word that is in every third order costs no more than a rare one.
create table order_slices (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- The slice goes up to the next one's first id; the first slice begins with everything.
  first_id text not null,
  -- As the sweep counted them. What is listed late comes into the slice that it belongs to, and is not counted.
  orders int not null check (orders >= 0),
  primary key (merchant_id, mode, first_id)
);

create table listed_orders (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  order_id text not null,
  -- The name of its slice: as no other slice of any merchant is called.
  slice text not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  payable_paise bigint not null,
  customer_mobile text not null,
  -- What a part of is searched for, in small letters, one to a line.
  words text not null,
  primary key (merchant_id, mode, order_id) include (status, payable_paise)
);
create index listed_orders_status on listed_orders (merchant_id, mode, status, order_id) include (payable_paise);
create index listed_orders_amount on listed_orders (merchant_id, mode, payable_paise, order_id) include (status);

create function order_slice_name(merchant_id text, mode text, first_id text) returns text language sql immutable parallel safe as $$
  select case first_id when '' then merchant_id || ':' || mode else first_id end
$$;

-- All that the index finds an order by: every three neighbouring characters of its words, and beside them its slice, status,
-- mobile number and amount, which are longer than three characters and so never taken for one another. It costs much, so that
-- no plan asks it of row after row.
create function order_marks(slice text, status text, mobile text, paise bigint, words text) returns text[]
language sql immutable parallel safe cost 100000 as $$
  select array[slice, 'status:' || status, 'mobile:' || mobile, 'paise:' || paise]
    || array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$$;

-- Entries wait in a list until they are sorted in together, which takes a fifth of the time of each by itself. Every search reads
-- that list: the sweep has it sorted in when it has come through, and who comes late lets it grow no further than 64 kB.
create index listed_orders_marks on listed_orders
  using gin (order_marks(slice, status, customer_mobile, payable_paise, words) collate "C") with (fastupdate = on);

create function order_words(o orders) returns text language sql stable as $$
  select lower(concat_ws(E'\n', o.order_id, o.client_txn_id, o.customer_name, o.customer_email,
    (select string_agg(distinct payer_upi_id, E'\n') from credits c
     where c.merchant_id = o.merchant_id and c.order_id = o.order_id)))
$$;

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
end $$;

create or replace function follow_late_order() returns trigger language plpgsql set gin_pending_list_limit = '64kB' as $$
declare
  counted_to text;
begin
  -- Shared with others who come late; the sweep takes it for itself, so that it is either quite before or quite after this.
  select followed_to into counted_to from order_watermarks where follower = 'totals' for share;
  if new.order_id > counted_to then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- Both rows are taken in one order, so that two such changes never wait for each other in a circle.
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

-- A credit that comes to a listed order brings the payer's UPI ID, which is searched for as well.
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
