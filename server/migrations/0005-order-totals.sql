-- How many orders a merchant has, and for how much, without counting them: hours and days by status, made from the orders by a
-- sweep that follows them at a distance. Creating an order writes nothing here.
--
-- What is counted is decided by the id alone, which begins with the time of creation: an order up to the watermark is in the
-- totals, an order after it is not yet, and a reader counts it from the orders. Who changes what is already counted (a status
-- that changes late, an order that arrives late from a slow clock) adjusts the totals in the same transaction, by the triggers
-- below. They look only at orders older than an hour, which spares every ordinary create and payment; the sweep in turn stays
-- two hours behind the oldest transaction that runs, so nobody can touch a counted order without a trigger that notices.

create table order_watermarks (
  follower text not null primary key check (follower in ('totals')),
  -- Every order whose id is not greater has been followed. It only grows.
  followed_to text not null check (length(followed_to) <= 26)
);
insert into order_watermarks (follower, followed_to) values ('totals', '');

create table order_totals (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  span text not null check (span in ('hour', 'day')),
  -- Of Asia/Kolkata, where hours begin at half past those of UTC.
  begins_at timestamptz not null,
  status text not null check (status in ('created', 'pending', 'success', 'failed')),
  orders bigint not null check (orders >= 0),
  -- What those orders ask for.
  paise bigint not null check (paise >= 0),
  primary key (merchant_id, mode, span, begins_at, status)
);

-- Days begin at midnight in India, which has had no other time than +05:30 since 1945; both units divide evenly from there.
create function order_totals_begin(span text, at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin(case span when 'hour' then interval '1 hour' else interval '24 hours' end, at, '2000-01-01T00:00:00+05:30')
$$;

create function follow_late_order() returns trigger language plpgsql as $$
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
